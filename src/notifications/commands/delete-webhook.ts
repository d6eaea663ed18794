import type { Caller } from '../../kit/caller.ts'
import type { WebhookId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { administrateTracker } from '../../trackers/commands/administrate-tracker.ts'
import { recordOnTracker } from '../../trackers/commands/record-on-tracker.ts'
import { findWebhook } from '../reads/find-webhook.ts'
import { removeWebhook } from '../store/webhooks.ts'

/** Takes a webhook away, with the log of what it was told; what waits to be told is not. */
export async function deleteWebhook(
  world: Pick<World, 'db' | 'memory' | 'clock'>,
  caller: Caller,
  id: WebhookId,
): Promise<void> {
  const { trackerId, url } = await findWebhook(world, caller, id)
  await administrateTracker(world, caller, trackerId, async (tx, permit) => {
    await removeWebhook(tx, permit, id)
    const entry = { at: world.clock.now(), by: caller, action: 'webhook removed', detail: { webhook: id, url } }
    await recordOnTracker(tx, permit.subject, entry)
  })
}
