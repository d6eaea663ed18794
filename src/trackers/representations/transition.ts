import type { Static } from 'typebox'
import type { FieldId, ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getPostActionType, postActionKinds, postActionTypes } from '../actions/registry.ts'
import { conditionEntries, fitConditions } from '../conditions/registry.ts'
import type { ConditionsBy } from '../model/definition.ts'
import type { PostAction, Transition } from '../model/tracker.ts'

const closed = { additionalProperties: false }

export const TransitionRepresentation = Type.Object(
  {
    id: Type.Integer(),
    /** null: a new artifact */
    from_id: Type.Union([Type.Integer(), Type.Null()]),
    to_id: Type.Integer(),
    ...Object.fromEntries(conditionEntries.map(([, { api }]) => [api.name, api.schema])),
  },
  { ...closed, title: 'Transition' },
)
export type TransitionRepresentation = Static<typeof TransitionRepresentation>

/** docs/api/trackers.md §4.10. */
export const representTransition = (transition: Transition, projectId: ProjectId): TransitionRepresentation => ({
  id: transition.id,
  from_id: transition.from,
  to_id: transition.to,
  ...representConditions(fitConditions(transition, transition.from), projectId),
})

/** Archives may contain conditions that a new artifact cannot satisfy; nothing requires them. */
const representConditions = (conditions: ConditionsBy<FieldId>, projectId: ProjectId) =>
  Object.fromEntries(conditionEntries.map(([name, { api }]) => [api.name, api.represent(conditions[name], projectId)]))

export interface ActionRepresentation {
  readonly id: number
  readonly type: string
}
export const ActionRepresentation = Type.Unsafe<ActionRepresentation>(
  Type.Union([...new Set(postActionTypes.map(({ api }) => api.schema))]),
)

/** docs/api/trackers.md §4.11: dates, integers, floats, jobs, then the rest. */
export const representActions = (actions: readonly PostAction[]): ActionRepresentation[] =>
  actions
    .toSorted((a, b) => postActionKinds.indexOf(a.kind) - postActionKinds.indexOf(b.kind))
    .map((action) => ({ id: action.id, ...getPostActionType(action.kind).api.represent(action) }))
