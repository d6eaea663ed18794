import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Tracker } from '../model/tracker.ts'
import { buildRules, ruleEntries } from '../rules/registry.ts'
import type { TrackerRows } from './insert-trackers.ts'

type Row = Readonly<Record<string, unknown>>
type RuleTable = (typeof ruleEntries)[number][1]['rows']['table']

/** Loads the rules of trackers. */
export async function loadRules(
  db: Reader,
  trackers: readonly TrackerId[],
): Promise<(tracker: TrackerId) => Tracker['rules']> {
  const tables = ruleEntries.map(async ([name, { rows }]) => {
    const columns = Object.values<string>(rows.columns)
    // Kysely cannot infer that a table and its columns match when both are variables.
    const ofTrackers = db
      .selectFrom(rows.table as 'date_rule')
      .selectAll()
      .where(inList('tracker_id', trackers))
    const ordered = columns.reduce((query, column) => query.orderBy(column as 'comparator'), ofTrackers)
    return [name, Map.groupBy(await ordered.execute(), (row) => row.tracker_id)] as const
  })
  const rowsOf = new Map(await Promise.all(tables))
  return (tracker) =>
    buildRules(({ rows: { columns } }, name) =>
      (rowsOf.get(name)?.get(tracker) ?? []).map((row) =>
        Object.fromEntries(
          Object.entries<string>(columns).map(([member, column]) => [member, (row as unknown as Row)[column]]),
        ),
      ),
    )
}

/** Replaces all rules of a tracker. */
export async function saveRules(
  tx: Tx,
  { subject: { id } }: Permit<'administer', Tracker>,
  rules: Tracker['rules'],
): Promise<void> {
  const rowsByTable = buildRuleRows([{ id, rules }])
  for (const [
    ,
    {
      rows: { table },
    },
  ] of ruleEntries) {
    await tx.deleteFrom(table).where('tracker_id', '=', id).execute()
    await insertRows(tx, table, rowsByTable[table])
  }
}

/** Returns the rows of the rules of trackers; repeated rules are stored once. */
export const buildRuleRows = (trackers: readonly Pick<Tracker, 'id' | 'rules'>[]): Pick<TrackerRows, RuleTable> =>
  // Each table has its columns.
  Object.fromEntries(
    ruleEntries.map(
      ([
        name,
        {
          rows: { table, columns },
        },
      ]) => [
        table,
        removeRepeated(
          trackers.flatMap(({ id, rules }) =>
            rules[name].map((rule) => ({
              tracker_id: id,
              ...Object.fromEntries(
                Object.entries<string>(columns).map(([member, column]) => [column, (rule as unknown as Row)[member]]),
              ),
            })),
          ),
        ),
      ],
    ),
  ) as unknown as Pick<TrackerRows, RuleTable>

const removeRepeated = <T>(rows: readonly T[]): T[] => [
  ...new Map(rows.map((row) => [JSON.stringify(row), row])).values(),
]
