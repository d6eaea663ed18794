import type { Tx } from '../../kit/db/db.ts'
import { touch } from '../../kit/db/revisions.ts'
import { inList } from '../../kit/db/sql.ts'
import type { Permit } from '../../kit/permit.ts'
import type { Tracker, Transition } from '../model/tracker.ts'

type MayChange = Permit<'administrate', Tracker>

export async function saveWorkflowMode(tx: Tx, { subject }: MayChange, isAdvanced: boolean): Promise<void> {
  const set = { is_advanced: isAdvanced ? (1 as const) : (0 as const) }
  await tx.updateTable('workflow').set(set).where('tracker_id', '=', subject.id).execute()
  await touch(tx, 'trackers')
}

/** Writes conditions and actions of these transitions anew; every action gets one of `actionIds`. */
export async function replaceTransitionParts(
  tx: Tx,
  _permit: MayChange,
  transitions: readonly Transition[],
  actionIds: readonly number[],
): Promise<void> {
  const ofThese = inList(
    'transition_id',
    transitions.map(({ id }) => id),
  )
  await tx.deleteFrom('transition_group').where(ofThese).execute()
  await tx.deleteFrom('transition_field').where(ofThese).execute()
  await tx.deleteFrom('post_action').where(ofThese).execute()
  const groups = transitions.flatMap(({ id, groups }) =>
    groups.map((group) => ({ transition_id: id, group_id: group })),
  )
  const fields = transitions.flatMap(({ id, notEmptyFields }) =>
    notEmptyFields.map((field) => ({ transition_id: id, field_id: field })),
  )
  const ids = actionIds.values()
  const actions = transitions.flatMap((transition) =>
    transition.actions.map(({ id: _, kind, ...parts }, rank) => ({
      // As many ids as actions were taken.
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
  await saveComments(tx, transitions)
  await touch(tx, 'trackers')
}

async function saveComments(tx: Tx, transitions: readonly Transition[]): Promise<void> {
  for (const isRequired of [true, false]) {
    const ids = transitions.filter((each) => each.isCommentRequired === isRequired).map(({ id }) => id)
    const set = { is_comment_required: isRequired ? (1 as const) : (0 as const) }
    await tx.updateTable('transition').set(set).where(inList('id', ids)).execute()
  }
}
