import type { Caller } from '../../kit/values/caller.ts'
import type { WebhookId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { WebhookNoun } from '../model/event.ts'
import { getWebhook, unknownWebhookError } from '../reads/get-webhook.ts'
import { deleteWebhookRow } from '../store/webhooks.ts'
import type { WebhookOwners } from './webhook-owners.ts'

/** Deletes a webhook with its delivery log; pending deliveries are dropped. */
export async function deleteWebhook<Noun extends WebhookNoun>(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  owners: WebhookOwners<Noun>,
  id: WebhookId,
): Promise<void> {
  const { owner, url } = await getWebhook(withReads(world), caller, owners, id)
  await owners.administer(world, caller, owner.id, async (tx, administered, record) => {
    // Another request was faster.
    if (!(await deleteWebhookRow(tx, administered, id))) throw unknownWebhookError()
    await record({ action: 'removed', at: world.clock.now(), by: caller, detail: { webhook: id, url } })
  })
}
