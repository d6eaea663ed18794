import { type Insertable, type RawBuilder, sql } from 'kysely'
import { splitIntoBatches } from '../../kit/batches.ts'
import { getDialect } from '../../kit/db/builders.ts'
import type { Reader, Tx } from '../../kit/db/db.ts'
import { insertRows } from '../../kit/db/insert-rows.ts'
import { prepareStatement, type Slots } from '../../kit/db/prepared-statements.ts'
import { inList } from '../../kit/db/sql.ts'
import type { Tables } from '../../kit/db/tables.ts'
import { sendStatement, withoutWaiting } from '../../kit/db/unawaited.ts'
import type { ChangeId, JobId, TrackerId } from '../../kit/ids.ts'
import type { Jobs } from '../../kit/ports.ts'
import type { Change } from '../model/change.ts'

// Prepared, because almost every write adds one row.
const addOne = prepareStatement<Row, { id: ChangeId }>((db, { value }) =>
  // Always called with a transaction, although `prepared` is typed for readers.
  (db as Tx).insertInto('change').values(readRow(value)).returning('id'),
)

type Row = Required<Omit<Insertable<Tables['change']>, 'id'>>

const readRow = (value: Slots<Row>['value']) => ({
  at: value('at'),
  kind: value('kind'),
  artifact_id: value('artifact_id'),
  tracker_id: value('tracker_id'),
  project_id: value('project_id'),
  changeset_id: value('changeset_id'),
  user_id: value('user_id'),
  from_tracker_id: value('from_tracker_id'),
})

/** Adds changes to the log, in the transaction of the changes; the database assigns the ids. */
export async function addChanges(tx: Tx, changes: readonly Change[]): Promise<ChangeId[]> {
  const rows = changes.map(toRow)
  const [first] = rows
  if (first === undefined) return []
  const added = rows.length === 1 ? await addOne(tx, first) : await addMany(tx, rows)
  return added.map(({ id }) => id)
}

interface ChangeJob {
  readonly kind: string
  /** False: only if a user other than the author watches the artifact or has commented on it. */
  readonly isCertain: boolean
}

/**
 * Adds a change and the job that has its id as payload, in one statement on PostgreSQL. Followers cannot be missed: who
 * begins to watch waits for the lock of the artifact, which the author of the change has.
 */
export async function addChangeWithJob(
  tx: Tx,
  jobs: Jobs,
  change: Change,
  { kind, isCertain }: ChangeJob,
): Promise<void> {
  const row = toRow(change)
  const author = change.userId ?? noUser
  // The trace of the request is in the payload, which only the queue writes.
  if (getDialect(tx) === 'postgres' && !jobs.isTraced()) {
    const job = { job_kind: kind, is_certain: isCertain ? 1 : 0, author }
    await sendStatement(tx, (sender) => addWithJob(sender, { ...row, ...job }))
    return
  }
  const [added] = await addOne(tx, row)
  if (added === undefined || !(isCertain || (await haveFollowers(tx, [change])))) return
  await jobs.enqueue(tx, kind, { changes: [added.id] }, change.at)
}

/** No user has this id. */
const noUser = 0

type RowWithJob = Row & { readonly job_kind: string; readonly is_certain: number; readonly author: number }

const addWithJob = prepareStatement<RowWithJob, unknown>((db, { value }) =>
  // Always called with a transaction, although `prepared` is typed for readers.
  (db as Tx)
    .with('added', (query) => query.insertInto('change').values(readRow(value)).returning('id'))
    .insertInto('job')
    .columns(['id', 'kind', 'payload', 'run_at', 'attempts'])
    .expression(({ selectFrom }) =>
      selectFrom('added')
        .select([
          sql<JobId>`nextval('seq_job')`.as('id'),
          sql<string>`${value('job_kind')}::text`.as('kind'),
          sql<string>`json_build_object('changes', json_build_array(added.id))::text`.as('payload'),
          sql<number>`${value('at')}::bigint`.as('run_at'),
          sql<number>`0`.as('attempts'),
        ])
        .where(({ or }) =>
          or([
            sql<boolean>`${value('is_certain')}::int = 1`,
            hasFollowers((column) => sql`${sql.ref(column)} = ${value('artifact_id')}`, value('author')),
          ]),
        ),
    ),
)

/** Whether users other than the author watch artifacts or have commented on them. */
const hasFollowers = (
  isOfThese: (column: string) => RawBuilder<unknown>,
  author: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`(exists (select 1 from artifact_watcher where ${isOfThese('artifact_id')} and user_id <> ${author})
    or exists (select 1 from changeset join comment on comment.changeset_id = changeset.id
      where ${isOfThese('changeset.artifact_id')} and comment.submitted_by <> ${author}))`

/** Whether users other than the author of these changes watch one of the artifacts or have commented on it. */
export async function haveFollowers(tx: Tx, changes: readonly Change[]): Promise<boolean> {
  const [first] = changes
  if (first === undefined) return false
  // The changes of a transaction have one author; the job decides exactly.
  const author = changes.every(({ userId }) => userId === first.userId) ? first.userId : null
  const ids = changes.map(({ artifact }) => artifact.id)
  const isFollowed = hasFollowers((column) => inList(column, ids), sql`${author ?? noUser}`)
  return (await sql`select 1 where ${isFollowed}`.execute(tx)).rows.length > 0
}

/** Adds a change whose id is not needed. */
export const addChange = (tx: Tx, change: Change): Promise<void> =>
  insertRows(withoutWaiting(tx), 'change', [toRow(change)])

const maxRowsPerStatement = 1000

async function addMany(tx: Tx, rows: readonly Row[]): Promise<{ id: ChangeId }[]> {
  const added: { id: ChangeId }[] = []
  for (const batch of splitIntoBatches(rows, maxRowsPerStatement))
    added.push(...(await tx.insertInto('change').values(batch).returning('id').execute()))
  return added
}

const toRow = (change: Change): Row => ({
  at: change.at,
  kind: change.kind,
  artifact_id: change.artifact.id,
  tracker_id: change.artifact.trackerId,
  project_id: change.projectId,
  changeset_id: change.changesetId,
  user_id: change.userId,
  from_tracker_id: change.from ?? null,
})

/** Loads the trackers with an enabled webhook. */
export async function loadTrackersWithWebhooks(db: Reader): Promise<Set<TrackerId>> {
  const rows = await db.selectFrom('webhook').select('tracker_id').distinct().where('is_enabled', '=', 1).execute()
  // Webhooks of other resources have no tracker.
  return new Set(rows.flatMap(({ tracker_id }) => tracker_id ?? []))
}
