import type { Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { FieldId, TransitionId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Tracker, Transition } from '../model/tracker.ts'

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

/** Without conditions and actions: replaceTransitionParts writes them. */
export async function addTransition(
  tx: Tx,
  { subject }: MayChange,
  { id, from, to }: Pick<Transition, 'id' | 'from' | 'to'>,
): Promise<void> {
  await tx
    .insertInto('transition')
    .values({ id, tracker_id: subject.id, from_value_id: from, to_value_id: to, is_comment_required: 0 })
    .execute()
}

export async function removeTransitions(tx: Tx, _permit: MayChange, ids: readonly TransitionId[]): Promise<void> {
  await removeParts(tx, ids)
  await tx.deleteFrom('transition').where(inList('id', ids)).execute()
}

/** Replaces conditions and actions of these transitions; every action gets one of `actionIds`. */
export async function replaceTransitionParts(
  tx: Tx,
  _permit: MayChange,
  transitions: readonly Transition[],
  actionIds: readonly number[],
): Promise<void> {
  await removeParts(
    tx,
    transitions.map(({ id }) => id),
  )
  const groups = transitions.flatMap(({ id, groups }) =>
    groups.map((group) => ({ transition_id: id, group_id: group })),
  )
  const fields = transitions.flatMap(({ id, notEmptyFields }) =>
    notEmptyFields.map((field) => ({ transition_id: id, field_id: field })),
  )
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
  if (groups.length > 0) await tx.insertInto('transition_group').values(groups).execute()
  if (fields.length > 0) await tx.insertInto('transition_field').values(fields).execute()
  if (actions.length > 0) await tx.insertInto('post_action').values(actions).execute()
  await saveCommentFlags(tx, transitions)
}

async function removeParts(tx: Tx, ids: readonly TransitionId[]): Promise<void> {
  const ofThese = inList('transition_id', ids)
  await tx.deleteFrom('transition_group').where(ofThese).execute()
  await tx.deleteFrom('transition_field').where(ofThese).execute()
  await tx.deleteFrom('post_action').where(ofThese).execute()
}

async function saveCommentFlags(tx: Tx, transitions: readonly Transition[]): Promise<void> {
  for (const isRequired of [true, false]) {
    const ids = transitions.filter((each) => each.isCommentRequired === isRequired).map(({ id }) => id)
    const set = { is_comment_required: isRequired ? (1 as const) : (0 as const) }
    await tx.updateTable('transition').set(set).where(inList('id', ids)).execute()
  }
}
