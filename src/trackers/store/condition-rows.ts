import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { FieldId, TransitionId } from '../../kit/values/ids.ts'
import { buildConditions, conditionLists } from '../conditions/registry.ts'
import type { ConditionName, ConditionsBy } from '../model/definition.ts'
import type { TrackerRows } from './insert-trackers.ts'

type ListTable = (typeof conditionLists)[number]['table']

/** Elements of conditions that are lists, by condition and transition. */
export type ConditionRows = ReadonlyMap<ConditionName, ReadonlyMap<TransitionId, readonly number[]>>

export async function loadConditionRows(db: Reader, ids: readonly TransitionId[]): Promise<ConditionRows> {
  const lists = conditionLists.map(async ({ name, table, column }) => {
    // Kysely cannot infer that a table and its column match when both are variables.
    const query = db
      .selectFrom(table as 'transition_group')
      .selectAll()
      .where(inList('transition_id', ids))
    const rows = await query.orderBy(column as 'group_id').execute()
    const elements = Map.groupBy(rows, (row) => row.transition_id)
    const elementOf = (row: object): number => (row as Record<string, number>)[column] as number
    return [name, new Map([...elements].map(([id, ofTransition]) => [id, ofTransition.map(elementOf)]))] as const
  })
  return new Map(await Promise.all(lists))
}

/** Returns the conditions of the row of a transition. */
export const collectConditions =
  (rows: ConditionRows) =>
  (transition: { readonly id: TransitionId }): ConditionsBy<FieldId> =>
    buildConditions(({ rows: storage }, name) =>
      'flag' in storage
        ? (transition as unknown as Record<string, unknown>)[storage.flag] === 1
        : (rows.get(name)?.get(transition.id) ?? []),
    )

/** Returns the rows of conditions that are lists, each element once. */
export const buildConditionRows = (
  transitions: readonly (ConditionsBy<FieldId> & { readonly id: TransitionId })[],
): Pick<TrackerRows, ListTable> =>
  // Each table has its column.
  Object.fromEntries(
    conditionLists.map(({ name, table, column }) => [
      table,
      transitions.flatMap((transition) =>
        [...new Set(transition[name] as readonly number[])].map((element) => ({
          transition_id: transition.id,
          [column]: element,
        })),
      ),
    ]),
  ) as unknown as Pick<TrackerRows, ListTable>
