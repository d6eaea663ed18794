import type { Caller } from '../../kit/caller.ts'
import type { WebhookId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { WebhookNoun } from '../model/event.ts'
import { findWebhook } from '../reads/find-webhook.ts'
import { removeWebhook } from '../store/webhooks.ts'
import type { WebhookOwners } from '../webhook-owners.ts'

/** Takes a webhook away, with the log of what it was told; what waits to be told is not. */
export async function deleteWebhook<Noun extends WebhookNoun>(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  owners: WebhookOwners<Noun>,
  id: WebhookId,
): Promise<void> {
  const { owner, url } = await findWebhook(world, caller, owners, id)
  await owners.administrate(world, caller, owner.id, async (tx, administered, record) => {
    await removeWebhook(tx, administered, id)
    await record({ act: 'removed', at: world.clock.now(), by: caller, detail: { webhook: id, url } })
  })
}
