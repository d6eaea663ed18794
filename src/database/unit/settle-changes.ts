import { sql } from 'kysely'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import type { ChangeId, JobId } from '../../kit/values/ids.ts'
import type { LogEntry } from '../effects/log-entry.ts'
import type { SeenChanges } from '../effects/seen-changes.ts'
import { getDialect } from '../engine/builders.ts'
import { prepareStatement } from '../statements/prepared-statements.ts'
import type { Tx } from '../tables/transaction.ts'
import { addJobs, type JobTrace } from './add-jobs.ts'
import { sendStatement } from './unawaited.ts'

/** Its payload has the ids of the changes. */
const notificationJob = 'spread-changes'

/** A job that has failed repeats all of its changes. */
const changesPerJob = 100

/**
 * Writes the entries of the change log that a transaction has collected, and the jobs that notify users and webhooks of
 * them if there may be any. Followers cannot be missed: who begins to watch an artifact waits for its lock, which the
 * author of the change has.
 */
export async function settleChanges(tx: Tx, seenChanges: SeenChanges, trace: JobTrace): Promise<void> {
  for (const entries of splitIntoBatches(seenChanges.take(), changesPerJob))
    await (getDialect(tx) === 'postgres' ? send(tx, entries, trace) : write(tx, entries, trace))
}

const toRow = (entry: LogEntry) => ({
  at: entry.at,
  kind: entry.kind,
  artifact_id: entry.artifactId,
  tracker_id: entry.trackerId,
  project_id: entry.projectId,
  changeset_id: entry.changesetId,
  user_id: entry.userId,
  from_tracker_id: entry.from ?? null,
})

type Row = ReturnType<typeof toRow>

/**
 * No mail and no webhook repeats the change of a comment (docs/decisions/0047-edit-comments.md), or reports an order
 * (docs/decisions/0082-order-cards-by-hand.md).
 */
const isNotified = ({ kind }: LogEntry): boolean => kind !== 'comment_changed' && kind !== 'ranked'

type Recipients = {
  /** 1: a user is concerned for certain */
  readonly certain: number
  /** Their webhooks are notified. */
  readonly trackers: readonly number[]
  /** Users who follow them are notified. */
  readonly followed: readonly number[]
  /** They have one author, whom no change concerns; the job decides exactly. */
  readonly author: number
}

/** No user has this id. */
const noUser = 0

function findRecipients(entries: readonly LogEntry[]): Recipients {
  const notified = entries.filter(isNotified)
  const [first] = notified
  return {
    certain: notified.some(({ audience }) => audience === 'users') ? 1 : 0,
    trackers: [...new Set(notified.map(({ trackerId }) => trackerId))],
    followed: notified.filter(({ audience }) => audience === 'followers').map(({ artifactId }) => artifactId),
    author: (notified.every(({ userId }) => userId === first?.userId) ? first?.userId : null) ?? noUser,
  }
}

/** Each entry is one statement, which returns whether there are recipients. */
async function write(tx: Tx, entries: readonly LogEntry[], trace: JobTrace): Promise<void> {
  const changes: ChangeId[] = []
  let isNeeded = false
  for (const entry of entries) {
    const isFollowed = entry.audience === 'followers' ? 1 : 0
    // The statement returns one row.
    const [added] = (await addOne(tx, { ...toRow(entry), isFollowed })) as [AddedEntry]
    if (!isNotified(entry)) continue
    changes.push(added.id)
    isNeeded ||= entry.audience === 'users' || added.has_recipients === 1
  }
  const [first] = entries
  if (first !== undefined && isNeeded) await addJobs(tx, notificationJob, [{ changes }], first.at, trace)
}

interface AddedEntry {
  readonly id: ChangeId
  readonly has_recipients: 0 | 1
}

const addOne = prepareStatement<Row & { readonly isFollowed: number }, AddedEntry>((db, { value }) =>
  // Always called with a transaction, although `prepared` is typed for readers.
  (db as Tx)
    .insertInto('change')
    .values({
      at: value('at'),
      kind: value('kind'),
      artifact_id: value('artifact_id'),
      tracker_id: value('tracker_id'),
      project_id: value('project_id'),
      changeset_id: value('changeset_id'),
      user_id: value('user_id'),
      from_tracker_id: value('from_tracker_id'),
    })
    .returning([
      'id',
      sql<0 | 1>`exists (select 1 from webhook where webhook.tracker_id = change.tracker_id and is_enabled = 1)
        or (${value('isFollowed')} = 1 and (
          exists (select 1 from artifact_watcher
            where artifact_watcher.artifact_id = change.artifact_id
              and artifact_watcher.user_id <> coalesce(change.user_id, 0))
          or exists (select 1 from changeset join comment on comment.changeset_id = changeset.id
            where changeset.artifact_id = change.artifact_id
              and comment.submitted_by <> coalesce(change.user_id, 0))))`.as('has_recipients'),
    ]),
)

/** Sends entries and their job as one statement, whose answer arrives together with that to the commit. */
async function send(tx: Tx, entries: readonly LogEntry[], trace: JobTrace): Promise<void> {
  const rows = JSON.stringify(entries.map(toRow))
  const members = trace === undefined ? {} : { trace }
  const given = JSON.stringify({ members, ...findRecipients(entries) })
  await sendStatement(tx, (sender) => addWithJob(sender, { rows, given }))
}

const columns = sql`at, kind, artifact_id, tracker_id, project_id, changeset_id, user_id, from_tracker_id`

/**
 * PostgreSQL plans a prepared statement again for each execution where it estimates that the values of parameters make
 * it cheaper, and planning this one takes longer than its execution. What is in a JSON object has no influence.
 */
const addWithJob = prepareStatement<{ readonly rows: string; readonly given: string }, unknown>(
  (_db, { value }) => sql`with added as (
        insert into change (${columns})
        select ${columns} from json_populate_recordset(null::change, ${value('rows')}::json)
        returning id, at, kind
      ), notified as (
        select jsonb_agg(id order by id) as ids, min(at) as at from added
        where kind not in ('comment_changed', 'ranked')
      )
      insert into job (id, kind, payload, run_at, attempts, created_on)
      select ${sql<JobId>`nextval('seq_job')`}, ${sql.lit(notificationJob)},
        (jsonb_build_object('changes', ids) || members)::text, at, 0, at
      from notified, json_to_record(${value('given')}::json)
        as given(members jsonb, certain int, trackers json, followed json, author bigint)
      where ids is not null and (certain = 1 or ${haveRecipients})`,
)

/**
 * Looks for the webhooks of each tracker and the followers of each artifact by an index: PostgreSQL cannot estimate how
 * few there are, and would read whole tables for `exists`.
 */
const haveRecipients = sql<boolean>`exists (select 1 from json_array_elements_text(trackers) as notified_tracker(tracker) where
      (select 1 from webhook where tracker_id = tracker::bigint and is_enabled = 1 limit 1) is not null)
    or exists (select 1 from json_array_elements_text(followed) as followed_artifact(artifact) where
      (select 1 from artifact_watcher
        where artifact_id = artifact::bigint and user_id <> author limit 1) is not null
      or (select 1 from changeset join comment on comment.changeset_id = changeset.id
        where changeset.artifact_id = artifact::bigint and comment.submitted_by <> author limit 1) is not null)`
