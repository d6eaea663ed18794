import type { Reader } from '../../kit/db/db.ts'
import type { DeliveryId } from '../../kit/ids.ts'
import type { Delivery } from '../model/delivery.ts'
import type { WebhookNoun } from '../model/event.ts'
import { isWebhookOf, type Webhook } from '../model/webhook.ts'
import { lookForDelivery } from '../store/deliveries.ts'
import { lookForWebhook } from '../store/webhooks.ts'

export interface DeliveryToWebhook<Noun extends WebhookNoun> {
  readonly delivery: Delivery<Noun>
  readonly webhook: Webhook<Noun>
}

/** A delivery with its webhook; undefined: it is gone, or that of another noun. */
export async function deliveryToWebhook<Noun extends WebhookNoun>(
  db: Reader,
  noun: Noun,
  id: DeliveryId,
): Promise<DeliveryToWebhook<Noun> | undefined> {
  const delivery = await lookForDelivery(db, id)
  const webhook = delivery && (await lookForWebhook(db, delivery.webhookId))
  if (delivery === undefined || webhook === undefined || !isWebhookOf(noun, webhook)) return undefined
  // What a webhook is told is about what it belongs to.
  return { delivery: delivery as Delivery<Noun>, webhook }
}
