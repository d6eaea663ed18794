import { type Message, message } from '../../kit/messages/message.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { findChild, type XmlElement } from '../../kit/xml/element.ts'
import type { PostActionKind } from '../model/definition.ts'
import type { ParseContext } from '../xml/parse-context.ts'
import { expectFieldType, type TrackerKeys } from '../xml/tracker-keys.ts'
import { isUsedField } from './is-used-field.ts'
import type { ActionMembers, CheckedActions } from './post-action-type.ts'
import { createActionError, createUnknownActionError, parseIdOfAnySize } from './read-members.ts'

// What the actions that set the value of one field have in common.

export type SetFieldType = 'date' | 'int' | 'float'

export const setValueSchema = Type.Object(
  {
    id: Type.Integer(),
    type: Type.Literal('set_field_value'),
    field_id: Type.Integer(),
    field_type: Type.Union([Type.Literal('date'), Type.Literal('int'), Type.Literal('float')]),
    value: Type.Union([Type.Number(), Type.Literal('current'), Type.Literal(''), Type.Null()]),
  },
  { additionalProperties: false },
)

/** Members of a definition. */
export const setValueInput = {
  field_id: Type.Optional(Type.Union([Type.Integer({ format: identifier }), Type.Null()])),
  field_type: Type.Optional(Type.String()),
  value: Type.Optional(Type.Union([Type.Number(), Type.String(), Type.Null()])),
}
export interface SetValueInput {
  readonly value?: number | string | null
}

/** Reads the field and the value of a replacement. */
export function parseSetValue(action: ActionMembers, type: SetFieldType): { field: FieldId; value: unknown } {
  const input = action['field_id'] ?? undefined
  if (input === undefined)
    throw createActionError(message`Mandatory attribute field_id not found in action with type "set_field_value".`)
  const field = parseIdOfAnySize(input)
  if (field === undefined) throw createActionError(message`Bad field_id attribute format: int expected.`)
  if (action['field_type'] !== type) throw createUnknownActionError(action)
  const value = action['value']
  if (value === undefined)
    throw createActionError(message`Mandatory attribute value not found in with type "set_field_value".`)
  // Validated by `check`.
  return { field: field as FieldId, value }
}

/** Checks that the field is of the type, and set by one action only. */
export function checkSetValue(
  { kind, field }: { readonly kind: PostActionKind; readonly field: FieldId },
  { actions, tracker }: Pick<CheckedActions, 'actions' | 'tracker'>,
  { type, mismatch }: { readonly type: SetFieldType; readonly mismatch: (id: number) => Message },
): void {
  if (actions.filter((each) => each.kind === kind && 'field' in each && each.field === field).length > 1)
    throw createActionError(
      message`There should not be duplicate field_ids for 'set_field_value' actions with type '${type}'.`,
    )
  if (!isUsedField(tracker, field, (each) => each.type === type)) throw createActionError(mismatch(field))
}

export function readActionField(
  action: XmlElement,
  type: SetFieldType,
  keys: TrackerKeys,
  { notes }: ParseContext,
): string | undefined {
  const element = findChild(action, 'field_id')
  if (element !== undefined) return keys.field(element, expectFieldType(type))
  notes.remark('invalid-reference', action.line, message`<${action.name}> without <field_id> is left out`)
  return undefined
}
