import type { Reader } from '../../database/db/db.ts'
import type { DeliveryId } from '../../kit/values/ids.ts'
import type { Delivery } from '../model/delivery.ts'
import type { WebhookNoun } from '../model/event.ts'
import { isWebhookOf, type Webhook } from '../model/webhook.ts'
import { findDelivery } from '../store/deliveries.ts'
import { findWebhook } from '../store/webhooks.ts'

export interface DeliveryWithWebhook<Noun extends WebhookNoun> {
  readonly delivery: Delivery<Noun>
  readonly webhook: Webhook<Noun>
}

/** Returns a delivery with its webhook; undefined: it does not exist, or belongs to another noun. */
export async function findDeliveryWithWebhook<Noun extends WebhookNoun>(
  db: Reader,
  noun: Noun,
  id: DeliveryId,
): Promise<DeliveryWithWebhook<Noun> | undefined> {
  const delivery = await findDelivery(db, id)
  const webhook = delivery && (await findWebhook(db, delivery.webhookId))
  if (delivery === undefined || webhook === undefined || !isWebhookOf(noun, webhook)) return undefined
  // The subject of a delivery belongs to the owner object of its webhook.
  return { delivery: delivery as Delivery<Noun>, webhook }
}
