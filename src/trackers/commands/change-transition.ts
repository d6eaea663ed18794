import { findDynamicGroup, isStaticGroup } from '../../accounts/model/groups.ts'
import { loadProjectGroups } from '../../accounts/store/groups.ts'
import type { Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { FieldId, TransitionId, UserGroupId } from '../../kit/values/ids.ts'
import { type GroupPath, parseGroupId } from '../../projects/model/group-id.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { buildConditions, fitConditions } from '../conditions/registry.ts'
import { listTransitionsSharingConditions } from '../model/get-transition.ts'
import type { Tracker } from '../model/tracker.ts'
import { replaceTransitionParts } from '../store/workflows.ts'
import { administerTransition } from './administer-transition.ts'
import { auditTracker } from './audit-tracker.ts'

/** docs/api/trackers.md §4.10: replaces all conditions, in simple mode those of all transitions to the same state. */
export async function changeTransition(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TransitionId,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  await administerTransition(world, caller, id, async (tx, permit, context) => {
    const target = { tracker: permit.subject, groupOf: await loadGroupsById(tx, permit.subject) }
    const conditions = buildConditions<FieldId>(({ api }) => api.parse(input[api.name] as never, target))
    const changed = listTransitionsSharingConditions(context).map((transition) => ({
      ...transition,
      ...fitConditions(conditions, transition.from),
    }))
    const count = changed.reduce((sum, { actions }) => sum + actions.length, 0)
    await replaceTransitionParts(tx, permit, changed, await allocateIds(tx, 'post_action', count))
    const entry = { at: world.clock.now(), by: caller, action: 'transition changed' }
    await auditTracker(tx, permit.subject, { ...entry, detail: { transition: id, ...conditions } })
  })
}

/** Finds the groups that exist in the project of the tracker by their REST ids: `101_3`, `205`. */
async function loadGroupsById(tx: Tx, { projectId }: Tracker): Promise<(text: string) => UserGroupId | undefined> {
  const staticGroups = new Set((await loadProjectGroups(tx, projectId)).map(({ id }) => id))
  return (text) => {
    const parsed = parseGroup(text)
    if (parsed === undefined || (parsed.project !== null && parsed.project !== projectId)) return undefined
    const { group } = parsed
    const exists = isStaticGroup(group) ? staticGroups.has(group) : findDynamicGroup(group) !== undefined
    return exists ? group : undefined
  }
}

function parseGroup(text: string): GroupPath | undefined {
  try {
    return parseGroupId(text)
  } catch (problem) {
    if (problem instanceof Refusal) return undefined
    throw problem
  }
}
