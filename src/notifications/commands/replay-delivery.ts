import { randomUUID } from 'node:crypto'
import type { Caller } from '../../kit/caller.ts'
import type { DeliveryId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { Delivery } from '../model/delivery.ts'
import type { WebhookNoun } from '../model/event.ts'
import { deliveryToWebhook } from '../reads/delivery-to-webhook.ts'
import { findDelivery } from '../reads/find-webhook.ts'
import type { WebhookOwners } from '../webhook-owners.ts'
import { addWaiting } from './add-waiting.ts'

/** Tells a webhook once more, in the same words, what it was told. */
export async function replayDelivery<Noun extends WebhookNoun>(
  world: Pick<World, 'db' | 'cache' | 'clock' | 'jobs'>,
  caller: Caller,
  owners: WebhookOwners<Noun>,
  id: DeliveryId,
): Promise<Delivery<Noun>> {
  const { webhook } = await findDelivery(world, caller, owners, id)
  return owners.administrate(world, caller, webhook.owner.id, async (tx, _owner, record) => {
    const current = await deliveryToWebhook(tx, owners.noun, id)
    if (current === undefined) throw new Refusal('absent', 'This delivery does not exist.')
    if (!current.webhook.isEnabled) throw new Refusal('conflict', 'The webhook is disabled.')
    const before = current.delivery
    if (before.body === null) throw new Refusal('conflict', 'Nothing was sent, so nothing can be sent again.')
    // What one person may see is not for the address of another.
    if (before.actedAs !== current.webhook.registeredBy)
      throw new Refusal('conflict', 'The webhook has been taken over by somebody else since.')
    const at = world.clock.now()
    await record({ act: 'replayed', at, by: caller, detail: { webhook: webhook.id, delivery: id } })
    const again = { ...before, replayOf: id, requestId: randomUUID(), createdOn: at }
    const [added] = await addWaiting(tx, world, owners.noun, [again])
    // It was added by this very transaction.
    return (await deliveryToWebhook(tx, owners.noun, added as DeliveryId))?.delivery as Delivery<Noun>
  })
}
