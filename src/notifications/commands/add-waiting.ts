import type { Tx } from '../../kit/db/db.ts'
import type { DeliveryId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { deliveryKinds } from '../model/delivery.ts'
import type { WebhookNoun } from '../model/event.ts'
import { addDeliveries, type NewDelivery } from '../store/deliveries.ts'

/** Deliveries, each with the job of its first attempt; their ids in order. */
export async function addWaiting<Noun extends WebhookNoun>(
  tx: Tx,
  { jobs }: Pick<World, 'jobs'>,
  noun: Noun,
  deliveries: readonly NewDelivery<Noun>[],
): Promise<DeliveryId[]> {
  const ids = await addDeliveries(tx, deliveries)
  const first = ids.map((delivery) => ({ delivery, attempt: 1 }))
  await jobs.enqueueEach(tx, deliveryKinds[noun], first)
  return ids
}
