import type { Caller } from '../../kit/caller.ts'
import type { DeliveryId, WebhookId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { findTrackerToAdministrate } from '../../trackers/reads/find-tracker.ts'
import type { Delivery } from '../model/delivery.ts'
import type { Webhook } from '../model/webhook.ts'
import { lookForDelivery } from '../store/deliveries.ts'
import { lookForWebhook } from '../store/webhooks.ts'

type Needed = Pick<World, 'db' | 'memory'>

/** A webhook, for administrators of its tracker. */
export async function findWebhook(world: Needed, caller: Caller, id: WebhookId): Promise<Webhook> {
  const webhook = Number.isSafeInteger(id) ? await lookForWebhook(world.db.read, id) : undefined
  if (webhook === undefined) throw new Refusal('absent', 'This webhook does not exist.')
  await findTrackerToAdministrate(world, caller, webhook.trackerId)
  return webhook
}

/** What a webhook was told, for the same. */
export async function findDelivery(
  world: Needed,
  caller: Caller,
  id: DeliveryId,
): Promise<{ readonly delivery: Delivery; readonly webhook: Webhook }> {
  const delivery = Number.isSafeInteger(id) ? await lookForDelivery(world.db.read, id) : undefined
  if (delivery === undefined) throw new Refusal('absent', 'This delivery does not exist.')
  return { delivery, webhook: await findWebhook(world, caller, delivery.webhookId) }
}
