import type { Insertable } from 'kysely'
import type { Reader, Tx } from '../../kit/db/db.ts'
import { prepared } from '../../kit/db/prepared.ts'
import type { Tables } from '../../kit/db/tables.ts'
import type { ChangeId, TrackerId } from '../../kit/ids.ts'
import type { Change } from '../model/change.ts'

// One row is the usual case, and every write has it: so it is compiled once.
const addOne = prepared<Row, { id: ChangeId }>((db, { value }) =>
  // A transaction is what it is given; `prepared` itself knows readers alone.
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

/** Writes down what happened, in the transaction in which it happens; the rows number themselves. */
export async function addChanges(tx: Tx, changes: readonly Change[]): Promise<ChangeId[]> {
  const rows = changes.map(toRow)
  const [first] = rows
  if (first === undefined) return []
  const added = rows.length === 1 ? await addOne(tx, first) : await addMany(tx, rows)
  return added.map(({ id }) => id)
}

async function addMany(tx: Tx, rows: readonly Row[]): Promise<{ id: ChangeId }[]> {
  const added: { id: ChangeId }[] = []
  for (let start = 0; start < rows.length; start += 1000) {
    const insert = tx.insertInto('change').values(rows.slice(start, start + 1000))
    added.push(...(await insert.returning('id').execute()))
  }
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

/** Trackers of which some webhook wants to hear. */
export async function loadTrackersWithWebhooks(db: Reader): Promise<Set<TrackerId>> {
  const rows = await db.selectFrom('webhook').select('tracker_id').distinct().where('is_enabled', '=', 1).execute()
  // Those of other nouns belong to no tracker.
  return new Set(rows.flatMap(({ tracker_id }) => tracker_id ?? []))
}
