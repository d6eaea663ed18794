import type { Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { FieldId, TransitionId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import { buildFlagColumns, conditionFlags, conditionLists } from '../conditions/registry.ts'
import type { Tracker, Transition } from '../model/tracker.ts'
import { buildConditionRows } from './condition-rows.ts'
import { keepReferencedGroups } from './keep-referenced-groups.ts'

type MayChange = Permit<'administer', Tracker>

/** A workflow without transitions, disabled and in simple mode. */
export async function addWorkflow(tx: Tx, { subject }: MayChange, field: FieldId): Promise<void> {
  const flags = { is_used: 0, is_advanced: 0, is_legacy: 0 } as const
  await tx
    .insertInto('workflow')
    .values({ tracker_id: subject.id, field_id: field, ...flags })
    .execute()
}

export async function saveWorkflow(
  tx: Tx,
  { subject }: MayChange,
  set: Partial<Pick<Tables['workflow'], 'is_used' | 'is_advanced' | 'is_legacy'>>,
): Promise<void> {
  await tx.updateTable('workflow').set(set).where('tracker_id', '=', subject.id).execute()
}

/** Removes it with all transitions. */
export async function removeWorkflow(tx: Tx, permit: MayChange): Promise<void> {
  const { id, workflow } = permit.subject
  await removeTransitions(
    tx,
    permit,
    (workflow?.transitions ?? []).map((each) => each.id),
  )
  await tx.deleteFrom('workflow').where('tracker_id', '=', id).execute()
}

/** Adds a transition with its conditions and actions; every action gets one of `actionIds`. */
export async function addTransition(
  tx: Tx,
  { subject }: MayChange,
  transition: Transition,
  actionIds: readonly number[],
): Promise<void> {
  const { id, from, to, ...conditions } = transition
  await tx
    .insertInto('transition')
    .values({ id, tracker_id: subject.id, from_value_id: from, to_value_id: to, ...buildFlagColumns(conditions) })
    .execute()
  await insertParts(tx, [transition], actionIds)
}

export async function removeTransitions(tx: Tx, permit: MayChange, ids: readonly TransitionId[]): Promise<void> {
  assertTransitions(permit, ids)
  await removeParts(tx, ids)
  await tx.deleteFrom('transition').where(inList('id', ids)).execute()
}

/** Replaces conditions and actions of these transitions; every action gets one of `actionIds`. */
export async function replaceTransitionParts(
  tx: Tx,
  permit: MayChange,
  transitions: readonly Transition[],
  actionIds: readonly number[],
): Promise<void> {
  const ids = transitions.map(({ id }) => id)
  assertTransitions(permit, ids)
  await removeParts(tx, ids)
  await insertParts(tx, transitions, actionIds)
  await saveFlags(tx, transitions)
}

/** Throws if a transition is not one of the permit's tracker, which only a fault of the server can cause. */
function assertTransitions({ subject }: MayChange, ids: readonly TransitionId[]): void {
  const own = new Set(subject.workflow?.transitions.map(({ id }) => id))
  for (const id of ids)
    if (!own.has(id)) throw new Error(`The permit for the tracker ${subject.id} was used for the transition ${id}`)
}

async function insertParts(tx: Tx, transitions: readonly Transition[], actionIds: readonly number[]): Promise<void> {
  const ids = actionIds.values()
  const actions = transitions.flatMap((transition) =>
    transition.actions.map(({ id: _, kind, ...parts }, rank) => ({
      // One id was reserved for each action.
      id: ids.next().value as number,
      transition_id: transition.id,
      rank,
      kind,
      definition: JSON.stringify(parts),
    })),
  )
  await insertConditions(tx, transitions)
  if (actions.length > 0) await tx.insertInto('post_action').values(actions).execute()
}

async function removeParts(tx: Tx, ids: readonly TransitionId[]): Promise<void> {
  const ofThese = inList('transition_id', ids)
  for (const { table } of conditionLists) await tx.deleteFrom(table).where(ofThese).execute()
  await tx.deleteFrom('post_action').where(ofThese).execute()
}

async function insertConditions(tx: Tx, transitions: readonly Transition[]): Promise<void> {
  const rowsOfTables = buildConditionRows(transitions)
  await keepReferencedGroups(tx, rowsOfTables)
  for (const [table, rows] of Object.entries(rowsOfTables))
    if (rows.length > 0)
      await tx
        .insertInto(table as 'transition_group')
        .values(rows as never)
        .execute()
}

async function saveFlags(tx: Tx, transitions: readonly Transition[]): Promise<void> {
  for (const { name, column } of conditionFlags) {
    for (const [isSet, set] of Map.groupBy(transitions, (each) => each[name])) {
      const ids = set.map(({ id }) => id)
      await tx
        .updateTable('transition')
        .set(column, isSet === true ? 1 : 0)
        .where(inList('id', ids))
        .execute()
    }
  }
}
