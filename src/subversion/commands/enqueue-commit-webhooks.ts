import type { Tx } from '../../database/db/db.ts'
import { enqueueWebhookDeliveries } from '../../notifications/commands/enqueue-webhook-deliveries.ts'
import { loadEnabledWebhooks } from '../../notifications/store/webhooks.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { type Commit, isPartOfCreation } from '../model/commit.ts'
import type { Repository } from '../model/repository.ts'

/**
 * Enqueues webhook deliveries for a commit in the transaction that records it. Recovered commits are sent if they are
 * newer than the webhook; imported commits and the initial layout never.
 */
export async function enqueueCommitWebhooks(
  tx: Tx,
  world: Pick<CommandWorld, 'clock'>,
  repository: Repository,
  commit: Commit,
  when: 'now' | 'later',
): Promise<void> {
  if (when === 'later' && isPartOfCreation(commit, repository)) return
  const { revision, committedOn } = commit
  const webhooks = await loadEnabledWebhooks(tx, 'repository', [repository.id])
  const listening = webhooks.filter(
    (webhook) => webhook.events.includes('commit') && (when === 'now' || webhook.createdOn <= committedOn),
  )
  const tellings = listening.map((webhook) => ({ webhook, subject: { revision }, event: 'commit' }) as const)
  await enqueueWebhookDeliveries(tx, world, 'repository', tellings)
}
