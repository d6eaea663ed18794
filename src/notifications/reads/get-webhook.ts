import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { DeliveryId, WebhookId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { WebhookOwners } from '../commands/webhook-owners.ts'
import type { WebhookNoun } from '../model/event.ts'
import { isWebhookOf, type Webhook } from '../model/webhook.ts'
import { findWebhook } from '../store/webhooks.ts'
import { type DeliveryWithWebhook, findDeliveryWithWebhook } from './find-delivery-with-webhook.ts'

type Deps = Pick<World, 'db' | 'cache'>

/** Returns a webhook to administrators of its owner object. Throws for one of another noun. */
export async function getWebhook<Noun extends WebhookNoun>(
  world: Deps,
  caller: Caller,
  owners: WebhookOwners<Noun>,
  id: WebhookId,
): Promise<Webhook<Noun>> {
  const webhook = Number.isSafeInteger(id) ? await findWebhook(world.db.read, id) : undefined
  if (webhook === undefined || !isWebhookOf(owners.noun, webhook)) throw unknownWebhookError()
  await owners.get(world, caller, webhook.owner.id)
  return webhook
}

/** Returns a delivery to administrators of the owner object of its webhook. */
export async function getDelivery<Noun extends WebhookNoun>(
  world: Deps,
  caller: Caller,
  owners: WebhookOwners<Noun>,
  id: DeliveryId,
): Promise<DeliveryWithWebhook<Noun>> {
  const delivery = Number.isSafeInteger(id) ? await findDeliveryWithWebhook(world.db.read, owners.noun, id) : undefined
  if (delivery === undefined) throw new Refusal('absent', 'This delivery does not exist.')
  await owners.get(world, caller, delivery.webhook.owner.id)
  return delivery
}

export const unknownWebhookError = (): Refusal => new Refusal('absent', 'This webhook does not exist.')
