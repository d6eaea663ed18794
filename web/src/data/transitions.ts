import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import type {
  ActionRepresentation,
  TransitionRepresentation,
} from '../../../src/trackers/representations/transition.ts'
import { readResource, sendChange } from './client.ts'
import type { Failure } from './failure.ts'
import { buildQueryKey, queryCache } from './queries.ts'
import { renewTracker } from './tracker-admin.ts'
import { trackerKey } from './trackers.ts'

/** What a transition requires, by the names of the API. */
type Conditions = Readonly<Record<string, unknown>>

/** What a transition does; its other members depend on its type. */
export type Action = Pick<ActionRepresentation, 'type'> & Readonly<Record<string, unknown>>

export interface TransitionSettings {
  readonly conditions: Conditions
  readonly actions: readonly Action[]
}

export type Transition = TrackerRepresentation['workflow']['transitions'][number]

const path = '/tracker_workflow_transitions'

export async function readTransitionSettings(id: number): Promise<TransitionSettings> {
  const [transition, actions] = await Promise.all([
    readResource<TransitionRepresentation>(`${path}/${id}`),
    readResource<readonly (ActionRepresentation & Action)[]>(`${path}/${id}/actions`),
  ])
  const { id: _, from_id: _from, to_id: _to, ...conditions } = transition
  return {
    conditions,
    // Actions get new ids whenever they are replaced.
    actions: actions.map(({ id: _id, ...action }) => action),
  }
}

/** For a form: read when it opens, and not kept. */
export const useTransitionSettings = (id: number): UseQueryResult<TransitionSettings, Failure> =>
  useQuery<TransitionSettings, Failure>({
    queryKey: [...buildQueryKey(`${path}/${id}`), 'settings'],
    queryFn: () => readTransitionSettings(id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Sends what is different. The API takes two requests: if it refuses the second, the first is reverted. */
export async function saveTransitionSettings(
  tracker: number,
  id: number,
  before: TransitionSettings,
  after: TransitionSettings,
): Promise<void> {
  const putActions = (actions: readonly Action[]): Promise<void> =>
    sendChange('PUT', `${path}/${id}/actions`, { post_actions: actions })
  const hasNewActions = !isSame(before.actions, after.actions)
  if (hasNewActions) await putActions(after.actions)
  if (!isSame(before.conditions, after.conditions)) {
    try {
      await sendChange('PATCH', `${path}/${id}`, after.conditions)
    } catch (refusal) {
      if (hasNewActions) await putActions(before.actions)
      throw refusal
    }
  }
  // Artifacts show which transitions are possible, and hide and freeze fields.
  void renewTracker(tracker)
}

type Ends = Pick<Transition, 'from_id' | 'to_id'>

/** `from_id` null: of new artifacts. */
export async function addTransition(tracker: number, { from_id, to_id }: Ends): Promise<number> {
  const { id } = await sendChange<{ readonly id: number }>('POST', path, {
    tracker_id: tracker,
    from_id: from_id ?? 0,
    to_id,
  })
  showTransitions(tracker, (all) => [...all, { id, from_id, to_id }])
  return id
}

export async function removeTransition(tracker: number, id: number): Promise<void> {
  await sendChange('DELETE', `${path}/${id}`)
  showTransitions(tracker, (all) => all.filter((each) => each.id !== id))
}

/** Creates a removed transition with the settings that it had. */
export async function restoreTransition(tracker: number, ends: Ends, settings: TransitionSettings): Promise<void> {
  const id = await addTransition(tracker, ends)
  await saveTransitionSettings(tracker, id, await readTransitionSettings(id), settings)
}

/** Shows a change before the tracker is read again. */
function showTransitions(tracker: number, change: (all: readonly Transition[]) => Transition[]): void {
  queryCache.setQueryData<TrackerRepresentation>(
    trackerKey(tracker),
    (shown) => shown && { ...shown, workflow: { ...shown.workflow, transitions: change(shown.workflow.transitions) } },
  )
  void renewTracker(tracker)
}
