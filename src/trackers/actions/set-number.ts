import { type Message, message } from '../../kit/messages/message.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import { buildElement } from '../../kit/xml/write.ts'
import type { ParseContext } from '../xml/parse-context.ts'
import type { TrackerKeys } from '../xml/tracker-keys.ts'
import { buildReferenceElement } from '../xml/xml-elements.ts'
import type { ActionMembers, CheckedActions, DefinitionContext, RunningTransition } from './post-action-type.ts'
import { createActionError } from './read-members.ts'
import {
  checkSetValue,
  parseSetValue,
  readActionField,
  type SetValueInput,
  setValueInput,
  setValueSchema,
} from './set-value.ts'

interface NumberKind<Kind extends 'set_int' | 'set_float'> {
  readonly kind: Kind
  readonly type: 'int' | 'float'
  isValid(number: number): boolean
  parse(value: unknown): number | undefined
  readonly formatProblem: Message
  readonly mismatch: (id: number) => Message
}

interface SetNumber<FieldRef> {
  readonly field: FieldRef
  readonly value: number
}

/** An action that sets a number. */
export function createNumberAction<const Kind extends 'set_int' | 'set_float'>(number: NumberKind<Kind>) {
  const { kind, type } = number
  const element = `postaction_field_${type}`
  return {
    api: {
      type: 'set_field_value',
      fieldType: type,
      schema: setValueSchema,
      represent: ({ field, value }: SetNumber<FieldId>) => ({
        type: 'set_field_value',
        field_id: field,
        field_type: type,
        value,
      }),
      parse(action: ActionMembers) {
        const { field, value: input } = parseSetValue(action, type)
        const value = number.parse(input)
        if (value === undefined) throw createActionError(number.formatProblem)
        return { kind, field, value }
      },
      input: setValueInput,
      define({ value: input }: SetValueInput, { field, problems }: DefinitionContext) {
        if (field === undefined) return undefined
        const value = typeof input === 'string' && input.trim() !== '' ? Number(input) : input
        if (typeof value === 'number' && Number.isFinite(value) && number.isValid(value))
          return { kind, field: field.ref, value }
        problems.add(message`workflow: the field ${field.name} requires a number of its type.`)
        return undefined
      },
    },
    archive: {
      element,
      read(action: XmlElement, keys: TrackerKeys, context: ParseContext) {
        const field = readActionField(action, type, keys, context)
        const text = action.attributes['value']?.trim() ?? ''
        const value = Number(text)
        if (text === '' || !Number.isFinite(value) || !number.isValid(value)) {
          context.notes.remark(
            'invalid-reference',
            action.line,
            message`value="${text}" of <${action.name}> is not a number of its kind: the action is left out`,
          )
          return undefined
        }
        return field === undefined ? undefined : { kind, field, value }
      },
      write: ({ field, value }: SetNumber<string>) =>
        buildElement(element, { value }, buildReferenceElement('field_id', field)),
    },
    fieldsOf: ({ field }: SetNumber<FieldId>) => [field],
    mapFields: <From, To>({ field, value }: SetNumber<From>, map: (field: From) => To) => ({
      field: map(field),
      value,
    }),
    check: (action: SetNumber<FieldId>, checked: CheckedActions) =>
      checkSetValue({ kind, field: action.field }, checked, { type, mismatch: number.mismatch }),
    run({ field, value }: SetNumber<FieldId>, transition: RunningTransition) {
      if (transition.fieldOf(field, type) !== undefined) transition.setValue(field, value)
    },
  }
}
