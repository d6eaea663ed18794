import type { Tx } from '../../database/db/db.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Tracker } from '../model/tracker.ts'
import type { TriggersInput } from '../parse/input-schemas.ts'
import { collectProblems } from '../parse/problems.ts'
import { parseTriggers } from '../parse/triggers.ts'
import { canReadField, canSeeTrackerInProject } from '../policy.ts'
import { lockTracker } from '../store/lock-tracker.ts'
import { loadParents } from '../store/trackers.ts'
import { loadTriggersOfTracker, saveTriggers } from '../store/triggers.ts'
import { administerTracker } from './administer-tracker.ts'
import { auditTracker } from './audit-tracker.ts'

/** Tulipwood extension: replaces all triggers by which the artifacts of a tracker follow their children. */
export async function replaceTriggers(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
  input: TriggersInput,
): Promise<void> {
  await administerTracker(world, caller, id, async (tx, permit) => {
    const tracker = permit.subject
    const problems = collectProblems()
    const children = (await lockChildTrackers(tx, tracker)).filter((child) => canSeeTrackerInProject(caller, child))
    const triggers = parseTriggers(input, {
      tracker,
      // Callers learn from a trigger when a field has a value.
      childFields: children.flatMap(({ fields }) => fields.filter((field) => canReadField(caller, field, tracker))),
      present: await loadTriggersOfTracker(tx, id),
      problems,
    })
    problems.throwIfAny()
    await saveTriggers(tx, permit, triggers)
    const entry = { at: world.clock.now(), by: caller, action: 'triggers changed' }
    await auditTracker(tx, tracker, { ...entry, detail: { triggers: triggers.length } })
  })
}

/** Locked, so that what a trigger refers to is not deleted meanwhile. */
async function lockChildTrackers(tx: Tx, { id, projectId }: Tracker): Promise<Tracker[]> {
  const parents = await loadParents(tx, projectId)
  const ids = [...parents].flatMap(([child, { parentId }]) => (parentId === id ? [child] : []))
  const children: Tracker[] = []
  for (const child of ids.toSorted((a, b) => a - b)) {
    const tracker = await lockTracker(tx, child)
    if (tracker?.parentId === id && tracker.deletedOn === null) children.push(tracker)
  }
  return children
}
