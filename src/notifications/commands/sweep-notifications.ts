import type { World } from '../../kit/world.ts'
import { keptSeconds } from '../model/delivery.ts'
import { removeDeliveriesBefore } from '../store/deliveries.ts'
import { removeNoticesBefore } from '../store/notices.ts'

/** Forgets what webhooks and people were told more than 30 days ago. */
export async function sweepNotifications({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<void> {
  const before = clock.now() - keptSeconds
  await db.write(async (tx) => {
    await removeDeliveriesBefore(tx, before)
    await removeNoticesBefore(tx, before)
  })
}
