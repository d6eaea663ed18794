import type { Tx } from '../../database/db/db.ts'
import type { DeliveryId } from '../../kit/values/ids.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import { deliveryJobKinds } from '../model/delivery.ts'
import type { WebhookNoun } from '../model/event.ts'
import type { AdministeredOwner } from '../model/webhook.ts'
import { addDeliveries, type NewDelivery } from '../store/deliveries.ts'

/** Adds deliveries, each with the job of its first attempt. Returns their ids in order. */
export async function addPendingDeliveries<Noun extends WebhookNoun>(
  tx: Tx,
  permit: SystemPermit<'notify'> | AdministeredOwner,
  noun: Noun,
  deliveries: readonly NewDelivery<Noun>[],
): Promise<DeliveryId[]> {
  const ids = await addDeliveries(tx, permit, deliveries)
  const firstAttempts = ids.map((delivery) => ({ delivery, attempt: 1 }))
  await tx.enqueueEach(deliveryJobKinds[noun], firstAttempts)
  return ids
}
