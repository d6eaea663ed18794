import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { TriggerRepresentation } from '../../../../src/trackers/representations/trigger.ts'
import { readResource, sendChange } from '../../data/client.ts'
import { renewTracker, sendTrackerChange } from '../../data/tracker-admin.ts'
import { reportFailure } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import { texts } from '../../texts/texts.ts'

export type Rules = TrackerRepresentation['workflow']['rules']
export type DateRule = Rules['dates'][number]
export type ListRule = Rules['lists'][number]
type Triggers = readonly TriggerRepresentation[]

/**
 * Changes the rules of a tracker as they are now, because the API replaces all of them. The result is shown with a
 * button that reverts this change and leaves later ones as they are.
 */
export async function saveRules(tracker: number, change: (rules: Rules) => Rules, done: string): Promise<void> {
  const apply = async (work: (rules: Rules) => Rules) => {
    const { rules: before } = (await readResource<TrackerRepresentation>(`/trackers/${tracker}`)).workflow
    const changed = await sendTrackerChange('PUT', tracker, '/rules', work(before))
    return { before, after: changed.workflow.rules }
  }
  const { before, after } = await apply(change)
  const revertChange = (rules: Rules): Rules => ({
    dates: revert(rules.dates, before.dates, after.dates),
    lists: revert(rules.lists, before.lists, after.lists),
  })
  showToast(done, 'positive', () => void reportFailure(apply(revertChange), texts.states.undone))
}

/** Without what was added, with what was removed. */
function revert<T>(now: readonly T[], before: readonly T[], after: readonly T[]): T[] {
  const keysOf = (all: readonly T[]) => new Set(all.map((each) => JSON.stringify(each)))
  const [present, earlier, later] = [keysOf(now), keysOf(before), keysOf(after)]
  return [
    ...now.filter((each) => earlier.has(JSON.stringify(each)) || !later.has(JSON.stringify(each))),
    ...before.filter((each) => !later.has(JSON.stringify(each)) && !present.has(JSON.stringify(each))),
  ]
}

/** The same for triggers. */
export async function saveTriggers(
  tracker: number,
  change: (triggers: Triggers) => readonly unknown[],
  done: string,
): Promise<void> {
  const path = `/trackers/${tracker}/triggers`
  const apply = async (work: (triggers: Triggers) => readonly unknown[]) => {
    const before = await readResource<Triggers>(path)
    const after = await sendChange<Triggers>('PUT', path, work(before))
    await renewTracker(tracker)
    return { before, after }
  }
  const { before, after } = await apply(change)
  const revertChange = (triggers: Triggers): Triggers => revert(triggers, before, after)
  showToast(done, 'positive', () => void reportFailure(apply(revertChange), texts.states.undone))
}
