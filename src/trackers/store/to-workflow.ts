import type { TrackerId } from '../../kit/values/ids.ts'
import type { PostAction, Workflow } from '../model/tracker.ts'
import { collectConditions } from './condition-rows.ts'
import type { StructureRows } from './structure.ts'

/** Workflows with their transitions, each with its conditions and actions. */
export function toWorkflows(structure: StructureRows): Map<TrackerId, Workflow> {
  const transitions = Map.groupBy(structure.transitions, (row) => row.tracker_id)
  const conditionsOf = collectConditions(structure.conditions)
  const actions = Map.groupBy(structure.actions, (row) => row.transition_id)

  const toTransition = (row: StructureRows['transitions'][number]) => ({
    id: row.id,
    from: row.from_value_id,
    to: row.to_value_id,
    ...conditionsOf(row),
    actions: (actions.get(row.id) ?? []).map(toAction),
  })
  const toWorkflow = (row: StructureRows['workflows'][number]): Workflow => ({
    field: row.field_id,
    isUsed: row.is_used === 1,
    isAdvanced: row.is_advanced === 1,
    isLegacy: row.is_legacy === 1,
    transitions: (transitions.get(row.tracker_id) ?? []).map(toTransition),
  })
  return new Map(structure.workflows.map((row) => [row.tracker_id, toWorkflow(row)]))
}

const toAction = (row: StructureRows['actions'][number]): PostAction =>
  ({ ...JSON.parse(row.definition), id: row.id, kind: row.kind }) as PostAction
