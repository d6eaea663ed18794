import type { FieldTypeName } from '../../fields/field.ts'
import type { FieldId } from '../../kit/ids.ts'
import { type Message, message } from '../../kit/message.ts'
import { Refusal } from '../../kit/refusal.ts'
import { isAlwaysReadable } from './element-kinds.ts'
import type { ActionDraft } from './parse-actions.ts'
import type { Tracker, Workflow } from './tracker.ts'

/** Do these actions fit the tracker (docs/api/trackers.md §4.11)? */
export function checkActions(actions: readonly ActionDraft[], tracker: Tracker, workflow: Workflow): void {
  for (const action of actions) {
    switch (action.kind) {
      case 'set_date':
      case 'set_int':
      case 'set_float':
        checkSetValueAction(action, actions, tracker)
        break
      case 'frozen_fields':
        assertSimpleMode(action, workflow)
        for (const field of action.fields) checkFrozenField(field, tracker, workflow)
        break
      case 'hidden_fieldsets':
        assertSimpleMode(action, workflow)
        checkHiddenFieldsets(action.fieldsets, tracker)
        break
      case 'run_job':
      case 'other':
        break
      default:
        action satisfies never
    }
  }
}

type SetValueAction = ActionDraft & { readonly kind: 'set_date' | 'set_int' | 'set_float' }

const fieldTypeOfAction = { set_date: 'date', set_int: 'int', set_float: 'float' } as const
const describeMismatch = {
  set_date: (id: number) => message`The field_id value '${id}' does not match a date field in use in the tracker.`,
  set_int: (id: number) => message`The field_id value '${id}' does not match an int field in use in the tracker.`,
  set_float: (id: number) => message`The field_id value '${id}' does not match a float field in use in the tracker.`,
}

function checkSetValueAction({ kind, field }: SetValueAction, actions: readonly ActionDraft[], tracker: Tracker): void {
  const type = fieldTypeOfAction[kind]
  if (actions.filter((each) => each.kind === kind && each.field === field).length > 1)
    throw invalid(message`There should not be duplicate field_ids for 'set_field_value' actions with type '${type}'.`)
  if (!isUsedFieldOfType(tracker, field, [type])) throw invalid(describeMismatch[kind](field))
}

function assertSimpleMode({ kind }: ActionDraft, { isAdvanced }: Workflow): void {
  if (isAdvanced) throw invalid(message`Workflow mode is incompatible with PostAction of type ${kind}`)
}

function checkFrozenField(id: FieldId, { fieldById, listRules }: Tracker, workflow: Workflow): void {
  const field = fieldById.get(id)
  if (!field?.isUsed || isAlwaysReadable(field.type))
    throw invalid(message`The field_id value '${id}' does not match a field in use in the tracker.`)
  if (id === workflow.field)
    throw invalid(message`The field '${id}' is used for the workflow and cannot be defined in frozen fields actions.`)
  if (listRules.some(({ source, target }) => source === id || target === id))
    throw invalid(message`The field_id value '${id}' is used in a field dependency in the tracker.`)
}

function checkHiddenFieldsets(ids: readonly FieldId[], tracker: Tracker): void {
  if (new Set(ids).size < ids.length)
    throw invalid(message`There should not be duplicate fieldset_ids for 'hidden_fieldsets' actions.`)
  for (const id of ids) {
    if (!isUsedFieldOfType(tracker, id, ['fieldset']))
      throw invalid(message`The fieldset_id value '${id}' does not match a fieldset in use in the tracker.`)
  }
}

function isUsedFieldOfType({ fieldById }: Tracker, id: FieldId, types: readonly FieldTypeName[]): boolean {
  const field = fieldById.get(id)
  return field?.isUsed === true && types.includes(field.type)
}

const invalid = (translated: Message) => new Refusal('invalid', '', { translated })
