import type { PostActionDefinition, WorkflowDefinition } from '../model/definition.ts'
import type { PostAction, Workflow } from '../model/tracker.ts'
import type { DefinitionKeys } from './definition-keys.ts'
import { type MapGroup, mapGroups } from './field-definitions.ts'

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
    transitions: workflow.transitions.map(({ from, to, groups, notEmptyFields, isCommentRequired, actions }) => ({
      from: from === null ? null : keys.value(workflow.field, from),
      to: keys.value(workflow.field, to),
      groups: mapGroups(groups, mapGroup),
      notEmptyFields: notEmptyFields.map(keys.field),
      isCommentRequired,
      actions: actions.map((action) => toActionDefinition(action, keys)),
    })),
  }
}

function toActionDefinition(action: PostAction, keys: DefinitionKeys): PostActionDefinition {
  switch (action.kind) {
    case 'run_job':
      return { kind: action.kind, jobUrl: action.jobUrl }
    case 'set_date':
      return { kind: action.kind, field: keys.field(action.field), value: action.value }
    case 'set_int':
    case 'set_float':
      return { kind: action.kind, field: keys.field(action.field), value: action.value }
    case 'frozen_fields':
      return { kind: action.kind, fields: action.fields.map(keys.field) }
    case 'hidden_fieldsets':
      return { kind: action.kind, fieldsets: action.fieldsets.map(keys.field) }
    case 'other':
      return { kind: action.kind, name: action.name }
    default:
      return action satisfies never
  }
}
