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

/**
 * Changes the rules of a tracker as they are now, because the API replaces all of them; the result is shown with a
 * button that sends the rules of before.
 */
export async function saveRules(tracker: number, change: (rules: Rules) => Rules, done: string): Promise<void> {
  const { workflow } = await readResource<TrackerRepresentation>(`/trackers/${tracker}`)
  const send = (rules: Rules): Promise<unknown> => sendTrackerChange('PUT', tracker, '/rules', rules)
  await send(change(workflow.rules))
  showToast(done, 'positive', () => void reportFailure(send(workflow.rules), texts.states.undone))
}

/** The same for triggers. */
export async function saveTriggers(
  tracker: number,
  change: (triggers: readonly TriggerRepresentation[]) => readonly unknown[],
  done: string,
): Promise<void> {
  const path = `/trackers/${tracker}/triggers`
  const before = await readResource<readonly TriggerRepresentation[]>(path)
  const send = async (triggers: readonly unknown[]): Promise<void> => {
    await sendChange('PUT', path, triggers)
    await renewTracker(tracker)
  }
  await send(change(before))
  showToast(done, 'positive', () => void reportFailure(send(before), texts.states.undone))
}
