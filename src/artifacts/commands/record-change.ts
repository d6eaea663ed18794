import type { Tx } from '../../kit/db/db.ts'
import { runPipelined } from '../../kit/db/pipeline.ts'
import type { World } from '../../kit/world.ts'
import type { Change } from '../model/change.ts'
import { addChange, addChanges, addChangeWithJob, haveFollowers, loadTrackersWithWebhooks } from '../store/changes.ts'

type Deps = Pick<World, 'cache' | 'jobs'>

/**
 * Whom a change concerns besides its author: users by the artifact itself; at most those who watch it or have commented
 * on it; or no user.
 */
export type Audience = 'users' | 'followers' | 'none'

const notificationJob = 'spread-changes'

/** Deletions are reported to webhooks only, all other changes to the inboxes of users as well. */
const getDefaultAudience = ({ kind }: Change): Audience => (kind === 'deleted' ? 'none' : 'users')

/** Single-change variant of recordChanges. */
export async function recordChange(
  tx: Tx,
  world: Deps,
  change: Change,
  audience: Audience = getDefaultAudience(change),
): Promise<void> {
  const isCertain = audience === 'users' || (await isListened(tx, world, [change]))
  if (isCertain || audience === 'followers')
    await addChangeWithJob(tx, world.jobs, change, { kind: notificationJob, isCertain })
  else await recordSilentChange(tx, change)
}

/**
 * Writes changes of artifacts to the change log in the same transaction, and enqueues notifications (inbox, mail,
 * webhooks) if there may be recipients. Every command that changes artifacts calls it; imports do not, because they send no
 * notifications.
 */
export async function recordChanges(
  tx: Tx,
  world: Deps,
  changes: readonly Change[],
  audienceOf: (change: Change) => Audience = getDefaultAudience,
): Promise<void> {
  const isCertain = changes.some((each) => audienceOf(each) === 'users') || (await isListened(tx, world, changes))
  const candidates = isCertain ? [] : changes.filter((each) => audienceOf(each) === 'followers')
  const [ids, isFollowed] = await runPipelined(
    tx,
    () => addChanges(tx, changes),
    () => haveFollowers(tx, candidates),
  )
  if (ids.length > 0 && (isCertain || isFollowed)) await world.jobs.enqueue(tx, notificationJob, { changes: ids })
}

/**
 * Writes changes to the log without notifications: readers of the log learn that a comment of an earlier change is
 * different, but no mail and no webhook repeats the earlier change (docs/decisions/0047-edit-comments.md).
 */
export async function recordSilentChange(tx: Tx, change: Change): Promise<void> {
  await addChange(tx, change)
}

/** Whether one of the trackers has webhooks. */
async function isListened(tx: Tx, world: Deps, changes: readonly Change[]): Promise<boolean> {
  // Read on this transaction's connection: another connection may never become free while all of them write and wait
  // here.
  const listened = await world.cache.getOrLoad('trackers', 'listened trackers', () => loadTrackersWithWebhooks(tx))
  return changes.some(({ artifact }) => listened.has(artifact.trackerId))
}
