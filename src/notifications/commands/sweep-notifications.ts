import type { World } from '../../kit/world.ts'
import { retentionSeconds } from '../model/delivery.ts'
import { removeDeliveriesBefore } from '../store/deliveries.ts'
import { removeNoticesBefore } from '../store/notices.ts'

/** Deletes records of deliveries and mails that are older than 30 days. */
export async function sweepNotifications({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<void> {
  const before = clock.now() - retentionSeconds
  await db.write(async (tx) => {
    await removeDeliveriesBefore(tx, before)
    await removeNoticesBefore(tx, before)
  })
}
