import { findDynamicGroup, isStaticGroup } from '../../accounts/model/groups.ts'
import { loadGroups } from '../../accounts/store/groups.ts'
import type { Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { isAlwaysReadable } from '../../fields/registry/capabilities.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { FieldId, TransitionId, UserGroupId } from '../../kit/values/ids.ts'
import { type GroupPath, parseGroupId } from '../../projects/model/group-id.ts'
import type { World } from '../../world/model/world.ts'
import { listTransitionsSharingConditions } from '../model/get-transition.ts'
import type { Tracker } from '../model/tracker.ts'
import { replaceTransitionParts } from '../store/workflows.ts'
import { administerTransition } from './administer-transition.ts'
import { auditTracker } from './audit-tracker.ts'

export interface TransitionConditions {
  /** REST ids of groups: `101_3`, `205`. */
  readonly groups: readonly string[]
  readonly notEmptyFields: readonly number[]
  readonly isCommentRequired: boolean
}

/** docs/api/trackers.md §4.10: replaces all conditions, in simple mode those of all transitions to the same state. */
export async function changeTransition(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TransitionId,
  conditions: TransitionConditions,
): Promise<void> {
  await administerTransition(world, caller, id, async (tx, permit, found) => {
    if (conditions.groups.length === 0) throw invalidError(message`There must be at least one authorized user group.`)
    const groups = await parseGroups(tx, conditions.groups, permit.subject)
    const notEmptyFields = parseFields(conditions.notEmptyFields, permit.subject)
    const changed = listTransitionsSharingConditions(found).map((transition) => ({
      ...transition,
      groups,
      notEmptyFields,
      // A new artifact cannot have a comment.
      isCommentRequired: conditions.isCommentRequired && transition.from !== null,
    }))
    const count = changed.reduce((sum, { actions }) => sum + actions.length, 0)
    await replaceTransitionParts(tx, permit, changed, await allocateIds(tx, 'post_action', count))
    const entry = { at: world.clock.now(), by: caller, action: 'transition changed' }
    const detail = { transition: id, groups, notEmptyFields, isCommentRequired: conditions.isCommentRequired }
    await auditTracker(tx, permit.subject, { ...entry, detail })
  })
}

/** Groups that exist in the project of the tracker. */
async function parseGroups(tx: Tx, texts: readonly string[], { projectId }: Tracker): Promise<UserGroupId[]> {
  const parsed = texts.map(parseGroup)
  if (parsed.some(({ project }) => project !== null && project !== projectId)) throw notUpdatedError()
  const ids = [...new Set(parsed.map(({ group }) => group))]
  const staticGroups = await loadGroups(tx, ids)
  const isHere = (id: UserGroupId) =>
    isStaticGroup(id) ? staticGroups.get(id)?.projectId === projectId : findDynamicGroup(id) !== undefined
  if (!ids.every(isHere)) throw notUpdatedError()
  return ids
}

function parseGroup(text: string): GroupPath {
  try {
    return parseGroupId(text)
  } catch (problem) {
    throw problem instanceof Refusal ? notUpdatedError() : problem
  }
}

/** Used fields of the tracker; what only arranges them can be neither full nor empty. */
function parseFields(ids: readonly number[], { fieldById }: Tracker): FieldId[] {
  return [...new Set(ids)].map((id) => {
    // Untrusted id; validated by the lookup.
    const field = fieldById.get(id as FieldId)
    if (!field?.isUsed || isAlwaysReadable(field.type)) throw notUpdatedError()
    return field.id
  })
}

const invalidError = (translated: Message) => new Refusal('invalid', '', { translated })
const notUpdatedError = () => invalidError(message`The transition has not been updated.`)
