import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Semantics, Tracker } from '../model/tracker.ts'
import type { SemanticsInput } from '../parse/input-schemas.ts'
import { collectProblems } from '../parse/problems.ts'
import { loadProjectContext } from '../parse/project-context.ts'
import { createFieldResolver } from '../parse/resolve-element.ts'
import { parseSemantics } from '../parse/semantics.ts'
import { semanticEntries } from '../semantics/registry.ts'
import { saveSemantics } from '../store/save-tracker.ts'
import { administerTracker } from './administer-tracker.ts'
import { auditTracker } from './audit-tracker.ts'

/** Tulipwood extension: replaces the semantics of the API; the others stay while they are consistent. */
export async function replaceSemantics(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
  input: SemanticsInput,
): Promise<void> {
  await administerTracker(world, caller, id, async (tx, permit) => {
    const tracker = permit.subject
    const problems = collectProblems()
    const context = await loadProjectContext(tx, tracker.projectId, [], problems)
    const parsed = parseSemantics(input, {
      element: createFieldResolver(tracker.fieldById),
      tracker: (other) => (context.isTracker(other) && other !== id ? other : undefined),
      ...context,
    })
    problems.throwIfAny()
    await saveSemantics(tx, permit, { ...hiddenSemantics(tracker, parsed), ...parsed })
    const entry = { at: world.clock.now(), by: caller, action: 'semantics changed' }
    await auditTracker(tx, tracker, { ...entry, detail: { semantics: Object.keys(input) } })
  })
}

/** docs/api/trackers.md §3.7: not all of them are part of the API. */
const hiddenSemantics = ({ semantics: before }: Tracker, after: Semantics): Semantics =>
  Object.fromEntries(
    semanticEntries.flatMap(([name, { api, isConsistent }]) =>
      api === undefined && (isConsistent?.(before, after) ?? true) ? [[name, before[name]]] : [],
    ),
  )
