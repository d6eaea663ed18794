import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { TriggerRepresentation } from '../../../../src/trackers/representations/trigger.ts'
import { readResource, sendChange } from '../../data/client.ts'
import { renewTracker, sendTrackerChange } from '../../data/tracker-admin.ts'
import { showWithUndo } from '../../design/show-error.ts'

export type Rules = TrackerRepresentation['workflow']['rules']
export type DateRule = Rules['dates'][number]
export type ListRule = Rules['lists'][number]
type Triggers = readonly TriggerRepresentation[]

type Change<T> = (now: T) => unknown

/**
 * Changes what the API replaces as a whole, as it is now. The result is shown with a button that reverts this change and
 * leaves later ones as they are.
 */
async function saveWithUndo<T>(
  replace: (work: Change<T>) => Promise<{ readonly before: T; readonly after: T }>,
  change: Change<T>,
  revertTo: (now: T, before: T, after: T) => T,
  done: string,
): Promise<void> {
  const { before, after } = await replace(change)
  showWithUndo(done, () => replace((now) => revertTo(now, before, after)))
}

export const saveRules = (tracker: number, change: (rules: Rules) => Rules, done: string): Promise<void> =>
  saveWithUndo<Rules>(
    async (work) => {
      const { rules: before } = (await readResource<TrackerRepresentation>(`/trackers/${tracker}`)).workflow
      const { workflow } = await sendTrackerChange('PUT', tracker, '/rules', work(before))
      return { before, after: workflow.rules }
    },
    change,
    (now, before, after) => ({
      dates: revert(now.dates, before.dates, after.dates),
      lists: revert(now.lists, before.lists, after.lists),
    }),
    done,
  )

export const saveTriggers = (tracker: number, change: Change<Triggers>, done: string): Promise<void> => {
  const path = `/trackers/${tracker}/triggers`
  return saveWithUndo<Triggers>(
    async (work) => {
      const before = await readResource<Triggers>(path)
      const after = await sendChange<Triggers>('PUT', path, work(before))
      await renewTracker(tracker)
      return { before, after }
    },
    change,
    revert,
    done,
  )
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
