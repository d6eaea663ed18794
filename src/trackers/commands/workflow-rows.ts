import type { TransitionId } from '../../kit/values/ids.ts'
import { getPostActionType } from '../actions/registry.ts'
import { buildFlagColumns, mapConditions } from '../conditions/registry.ts'
import { buildConditionRows } from '../store/condition-rows.ts'
import type { TrackerRows } from '../store/insert-trackers.ts'
import type { NumberedTracker } from './assign-ids.ts'
import type { Resolver } from './resolve-keys.ts'

type WorkflowTables = 'workflow' | 'transition' | 'transition_group' | 'transition_field' | 'post_action'

const flag = (is: boolean) => (is ? 1 : 0)

/** docs/api/archive-format.md §2.6. */
export function buildWorkflowRows(
  trackers: readonly NumberedTracker[],
  resolve: Resolver,
): Pick<TrackerRows, WorkflowTables> {
  const transitions = trackers.flatMap(({ id: trackerId, definition, transitions: ids }) =>
    (definition.workflow?.transitions ?? []).map((transition, index) => {
      // One id was reserved for each transition.
      const { id, actions } = ids[index] as (typeof ids)[number]
      return { trackerId, id: id as TransitionId, actionIds: actions, transition }
    }),
  )
  return {
    workflow: trackers.flatMap(({ id, definition: { workflow } }) =>
      workflow === null
        ? []
        : {
            tracker_id: id,
            field_id: resolve.field(workflow.field),
            is_used: flag(workflow.isUsed),
            is_advanced: flag(workflow.isAdvanced),
            is_legacy: flag(workflow.isLegacy),
          },
    ),
    transition: transitions.map(({ trackerId, id, transition }) => ({
      id,
      tracker_id: trackerId,
      from_value_id: transition.from === null ? null : resolve.value(transition.from),
      to_value_id: resolve.value(transition.to),
      ...buildFlagColumns(transition),
    })),
    ...buildConditionRows(
      transitions.map(({ id, transition }) => ({
        id,
        ...mapConditions(transition, { field: resolve.field, group: (each) => each }),
      })),
    ),
    post_action: transitions.flatMap(({ id, actionIds, transition }) =>
      transition.actions.map((action, rank) => ({
        id: actionIds[rank] as number,
        transition_id: id,
        rank,
        kind: action.kind,
        definition: JSON.stringify(getPostActionType(action.kind).mapFields(action, resolve.field)),
      })),
    ),
  }
}
