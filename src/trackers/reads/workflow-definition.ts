import { getPostActionType } from '../actions/registry.ts'
import { mapConditions } from '../conditions/registry.ts'
import type { PostActionDefinition, WorkflowDefinition } from '../model/definition.ts'
import type { PostAction, Workflow } from '../model/tracker.ts'
import type { DefinitionKeys } from './definition-keys.ts'
import type { MapGroup } from './field-definitions.ts'

/** docs/api/archive-format.md §2.6. */
export function toWorkflowDefinition(
  workflow: Workflow | null,
  keys: DefinitionKeys,
  mapGroup: MapGroup,
): WorkflowDefinition | null {
  if (workflow === null) return null
  const { isUsed, isAdvanced, isLegacy } = workflow
  return {
    field: keys.field(workflow.field),
    isUsed,
    isAdvanced,
    isLegacy,
    transitions: workflow.transitions.map(({ from, to, actions, ...conditions }) => ({
      from: from === null ? null : keys.value(workflow.field, from),
      to: keys.value(workflow.field, to),
      ...mapConditions(conditions, { field: keys.field, group: mapGroup }),
      actions: actions.map((action) => toActionDefinition(action, keys)),
    })),
  }
}

const toActionDefinition = (action: PostAction, keys: DefinitionKeys): PostActionDefinition =>
  ({ kind: action.kind, ...getPostActionType(action.kind).mapFields(action, keys.field) }) as PostActionDefinition
