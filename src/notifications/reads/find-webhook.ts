import type { Caller } from '../../kit/caller.ts'
import type { DeliveryId, WebhookId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { WebhookNoun } from '../model/event.ts'
import { isWebhookOf, type Webhook } from '../model/webhook.ts'
import { lookForWebhook } from '../store/webhooks.ts'
import type { WebhookOwners } from '../webhook-owners.ts'
import { type DeliveryToWebhook, deliveryToWebhook } from './delivery-to-webhook.ts'

type Needed = Pick<World, 'db' | 'cache'>

/** A webhook, for administrators of its owner; one of another noun is not there. */
export async function findWebhook<Noun extends WebhookNoun>(
  world: Needed,
  caller: Caller,
  owners: WebhookOwners<Noun>,
  id: WebhookId,
): Promise<Webhook<Noun>> {
  const webhook = Number.isSafeInteger(id) ? await lookForWebhook(world.db.read, id) : undefined
  if (webhook === undefined || !isWebhookOf(owners.noun, webhook))
    throw new Refusal('absent', 'This webhook does not exist.')
  await owners.find(world, caller, webhook.owner.id)
  return webhook
}

/** What a webhook was told, for the same. */
export async function findDelivery<Noun extends WebhookNoun>(
  world: Needed,
  caller: Caller,
  owners: WebhookOwners<Noun>,
  id: DeliveryId,
): Promise<DeliveryToWebhook<Noun>> {
  const found = Number.isSafeInteger(id) ? await deliveryToWebhook(world.db.read, owners.noun, id) : undefined
  if (found === undefined) throw new Refusal('absent', 'This delivery does not exist.')
  await owners.find(world, caller, found.webhook.owner.id)
  return found
}
