import { sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { selectMember } from '../../database/sql/sql.ts'
import { getChosenValues } from '../../fields/model/chosen-values.ts'
import type { StoredValues } from '../../fields/model/field.ts'
import { pauseIfDue } from '../../kit/concurrency/event-loop.ts'
import { type ArtifactId, type FieldId, NO_VALUE } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { GroupHistory, ValueChange } from '../model/group-history.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

interface GroupHistoryQuery {
  readonly field: FieldId
  /** start of the period */
  readonly since: EpochSeconds
  /** how many changes are read at most; an artifact without any counts as one */
  readonly maxChanges: number
  /** Whether the artifacts without a change are counted as well, which takes as long as there are such artifacts. */
  readonly countsUnchanged: boolean
}

/** How many artifacts without a change have a value; or how many changes there are, and all of them as lines of JSON. */
type Row =
  | { readonly value_id: number | null; readonly size: number | string; readonly changes: null }
  | { readonly value_id: null; readonly size: number | string; readonly changes: string }

/** An artifact, when it was submitted, and when a changeset gave the field which value; null: none did. */
type ChangeLine = readonly [ArtifactId, EpochSeconds, EpochSeconds | null, unknown]

// JSON.stringify, which has written the values, writes no line breaks.
const separator = '\n'

/**
 * Loads the values of a list field that matching artifacts had since a time. Only of those that were updated since then
 * the history is read; the others are counted. Returns undefined if there are too many changes.
 *
 * One statement reads both: an artifact that changes meanwhile is neither missing nor counted twice, also on the
 * connection for long queries, which has no snapshots. The database joins the changes into one text, because receiving
 * a hundred thousand rows would be one long piece of work of this process.
 */
export async function loadGroupHistory(
  db: Reader,
  where: ArtifactCondition,
  query: GroupHistoryQuery,
): Promise<GroupHistory | undefined> {
  const unchangedRows = query.countsUnchanged
    ? sql`select value_id, size, null as changes from (${countUnchanged(db, where, query)}) as unchanged union all`
    : sql``
  const { rows } = await sql<Row>`
    ${unchangedRows}
    select null as value_id, count(*) as size, coalesce(string_agg(line, ${separator} order by artifact_id, changeset_id), '') as changes
    from (${selectChanges(db, where, query)}) as changed`.execute(db)
  const unchanged = new Map<number, number>()
  const histories = new Map<ArtifactId, { readonly submittedOn: EpochSeconds; readonly changes: ValueChange[] }>()
  for (const { value_id, size, changes } of rows) {
    if (changes === null) {
      unchanged.set(value_id ?? NO_VALUE, Number(size))
      continue
    }
    if (Number(size) > query.maxChanges) return undefined
    for (const line of changes === '' ? [] : changes.split(separator)) {
      const pause = pauseIfDue()
      if (pause !== undefined) await pause
      // `selectChanges` writes the lines.
      const [id, submittedOn, changedOn, chosen] = JSON.parse(line) as ChangeLine
      const history = histories.get(id) ?? { submittedOn, changes: [] }
      histories.set(id, history)
      if (changedOn !== null) history.changes.push({ on: changedOn, value: getChoice(chosen, query.field) })
    }
  }
  return { unchanged, changed: [...histories.values()] }
}

/** An artifact was updated when its last changeset was submitted. */
const countUnchanged = (db: Reader, where: ArtifactCondition, { field, since }: GroupHistoryQuery) =>
  db
    .selectFrom('artifact')
    .where(where)
    .where('artifact.updated_on', '<', since)
    .leftJoin('value_list as chosen', (join) =>
      join.onRef('chosen.artifact_id', '=', 'artifact.id').on('chosen.field_id', '=', field),
    )
    .groupBy('chosen.value_id')
    .select(({ fn }) => ['chosen.value_id', fn.countAll().as('size')])

/** A row for each changeset that changed the field; one row for an artifact without any. */
function selectChanges(db: Reader, where: ArtifactCondition, { field, since, maxChanges }: GroupHistoryQuery) {
  const chosen = selectMember(db, 'changeset.values', `${field}`)
  const changedOn = sql`coalesce(cast(${sql.ref('changeset.submitted_on')} as text), 'null')`
  return db
    .selectFrom('artifact')
    .where(where)
    .where('artifact.updated_on', '>=', since)
    .leftJoin('changeset', (join) =>
      join.onRef('changeset.artifact_id', '=', 'artifact.id').on(sql<boolean>`${chosen} is not null`),
    )
    .select([
      'artifact.id as artifact_id',
      'changeset.id as changeset_id',
      sql<string>`'[' || ${sql.ref('artifact.id')} || ',' || ${sql.ref('artifact.submitted_on')} || ',' || ${changedOn}
        || ',' || coalesce(${chosen}, 'null') || ']'`.as('line'),
    ])
    .limit(maxChanges + 1)
}

function getChoice(chosen: unknown, field: FieldId): number {
  const values: StoredValues = { [field]: chosen }
  const [value = NO_VALUE] = getChosenValues(values, field)
  return value
}
