import type { Caller } from '../../kit/caller.ts'
import type { TrackerId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { Semantics, Tracker } from '../model/tracker.ts'
import { aroundOf } from '../reading/around.ts'
import { namedIn } from '../reading/named.ts'
import { gatherProblems } from '../reading/problems.ts'
import { readSemantics } from '../reading/semantics.ts'
import type { SentSemantics } from '../reading/sent.ts'
import { saveSemantics } from '../store/save-tracker.ts'
import { administrateTracker } from './administrate-tracker.ts'
import { recordOnTracker } from './record-on-tracker.ts'

/** Our extension: the semantics that the wire tells, all at once; the others stay while they make sense. */
export async function replaceSemantics(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
  sent: SentSemantics,
): Promise<void> {
  await administrateTracker(world, caller, id, async (tx, permit) => {
    const tracker = permit.subject
    const problems = gatherProblems()
    const around = await aroundOf(tx, tracker.projectId, [], problems)
    const said = readSemantics(sent, {
      element: namedIn(tracker.fieldById),
      tracker: (other) => (around.isTracker(other) && other !== id ? other : undefined),
      ...around,
    })
    problems.refuseIfAny()
    await saveSemantics(tx, permit, { ...untold(tracker, said), ...said })
    const entry = { at: world.clock.now(), by: caller, action: 'semantics changed' }
    await recordOnTracker(tx, tracker, { ...entry, detail: { semantics: Object.keys(sent) } })
  })
}

/** docs/api/trackers.md §3.7: these are not on the wire. What is done is a value of the status, and goes with it. */
function untold({ semantics }: Tracker, { status }: Semantics): Semantics {
  const { done, tooltip, velocity, plugin_cardwall_card_fields } = semantics
  const isSameStatus = status !== undefined && status.field === semantics.status?.field
  return { done: isSameStatus ? done : undefined, tooltip, velocity, plugin_cardwall_card_fields }
}
