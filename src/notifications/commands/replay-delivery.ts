import { randomUUID } from 'node:crypto'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { DeliveryId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { Delivery } from '../model/delivery.ts'
import type { WebhookNoun } from '../model/event.ts'
import { findDeliveryWithWebhook } from '../reads/find-delivery-with-webhook.ts'
import { getDelivery } from '../reads/get-webhook.ts'
import { addPendingDeliveries } from './add-pending-deliveries.ts'
import type { WebhookOwners } from './webhook-owners.ts'

/** Sends the body of an earlier delivery again. */
export async function replayDelivery<Noun extends WebhookNoun>(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  owners: WebhookOwners<Noun>,
  id: DeliveryId,
): Promise<Delivery<Noun>> {
  const { webhook } = await getDelivery(withReads(world), caller, owners, id)
  return owners.administer(world, caller, webhook.owner.id, async (tx, owner, record) => {
    const current = await findDeliveryWithWebhook(tx, owners.noun, id)
    if (current === undefined) throw new Refusal('absent', 'This delivery does not exist.')
    if (!current.webhook.isEnabled) throw new Refusal('conflict', 'The webhook is disabled.')
    const before = current.delivery
    if (before.body === null) throw new Refusal('conflict', 'Nothing was sent, so there is nothing to send again.')
    // The body holds what its former owner may see; the URL may be another user's now.
    if (before.renderedForUserId !== current.webhook.ownerUserId)
      throw new Refusal('conflict', "The webhook's owner has changed since this delivery.")
    const at = world.clock.now()
    await record({
      action: 'replayed',
      at,
      by: caller,
      detail: { webhook: webhook.id, url: webhook.url, delivery: id },
    })
    const again = { ...before, replayOf: id, requestId: randomUUID(), createdOn: at }
    const [added] = await addPendingDeliveries(tx, owner, owners.noun, [again])
    // This transaction added it.
    return (await findDeliveryWithWebhook(tx, owners.noun, added as DeliveryId))?.delivery as Delivery<Noun>
  })
}
