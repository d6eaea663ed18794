import type { Insertable } from 'kysely'
import { splitIntoBatches } from '../../kit/batches.ts'
import type { Reader, Tx } from '../../kit/db/db.ts'
import { insertRows } from '../../kit/db/insert-rows.ts'
import { prepareStatement } from '../../kit/db/prepared-statements.ts'
import type { Tables } from '../../kit/db/tables.ts'
import { withoutWaiting } from '../../kit/db/unawaited.ts'
import type { ChangeId, TrackerId } from '../../kit/ids.ts'
import type { Change } from '../model/change.ts'

// Prepared, because almost every write adds one row.
const addOne = prepareStatement<Row, { id: ChangeId }>((db, { value }) =>
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
    .returning('id'),
)

type Row = Required<Omit<Insertable<Tables['change']>, 'id'>>

/** Adds changes to the log, in the transaction of the changes; the database assigns the ids. */
export async function addChanges(tx: Tx, changes: readonly Change[]): Promise<ChangeId[]> {
  const rows = changes.map(toRow)
  const [first] = rows
  if (first === undefined) return []
  const added = rows.length === 1 ? await addOne(tx, first) : await addMany(tx, rows)
  return added.map(({ id }) => id)
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
