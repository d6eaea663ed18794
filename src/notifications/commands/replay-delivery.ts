import { randomUUID } from 'node:crypto'
import type { Caller } from '../../kit/caller.ts'
import type { DeliveryId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { administrateTracker } from '../../trackers/commands/administrate-tracker.ts'
import { recordOnTracker } from '../../trackers/commands/record-on-tracker.ts'
import type { Delivery } from '../model/delivery.ts'
import { findDelivery } from '../reads/find-webhook.ts'
import { addDeliveries, lookForDelivery } from '../store/deliveries.ts'
import { lookForWebhook } from '../store/webhooks.ts'

/** Tells a webhook once more, in the same words, what it was told. */
export async function replayDelivery(
  world: Pick<World, 'db' | 'memory' | 'clock' | 'jobs'>,
  caller: Caller,
  id: DeliveryId,
): Promise<Delivery> {
  const { webhook } = await findDelivery(world, caller, id)
  return administrateTracker(world, caller, webhook.trackerId, async (tx, permit) => {
    const [before, current] = [await lookForDelivery(tx, id), await lookForWebhook(tx, webhook.id)]
    if (before === undefined || current === undefined) throw new Refusal('absent', 'This delivery does not exist.')
    if (!current.isEnabled) throw new Refusal('conflict', 'The webhook is disabled.')
    if (before.body === null) throw new Refusal('conflict', 'Nothing was sent, so nothing can be sent again.')
    // What one person may see is not for the address of another.
    if (before.actedAs !== current.registeredBy)
      throw new Refusal('conflict', 'The webhook has been taken over by somebody else since.')
    const at = world.clock.now()
    const [added] = await addDeliveries(tx, [{ ...before, replayOf: id, requestId: randomUUID(), createdOn: at }])
    const detail = { webhook: webhook.id, delivery: id }
    await recordOnTracker(tx, permit.subject, { at, by: caller, action: 'webhook delivery replayed', detail })
    await world.jobs.enqueue(tx, 'deliver-webhook', { delivery: added, attempt: 1 })
    // It was added by this very transaction.
    return (await lookForDelivery(tx, added as DeliveryId)) as Delivery
  })
}
