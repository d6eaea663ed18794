import type { Field } from '../../fields/model/field.ts'
import { createIntegerProperty, findProperty } from '../../fields/model/properties.ts'
import { message } from '../../kit/messages/message.ts'
import { type EpochSeconds, formatWallClock, parseMoment } from '../../kit/values/time.ts'
import { buildElement } from '../../kit/xml/write.ts'
import { buildReferenceElement } from '../xml/xml-elements.ts'
import type { DefinitionContext, PostActionType } from './post-action-type.ts'
import { createActionError } from './read-members.ts'
import {
  checkSetValue,
  parseSetValue,
  readActionField,
  type SetValueInput,
  setValueInput,
  setValueSchema,
} from './set-value.ts'

declare module '../model/definition.ts' {
  interface PostActionsBy<FieldRef> {
    /** null: not configured yet */
    readonly set_date: { readonly field: FieldRef; readonly value: 'current' | 'clear' | null }
  }
}

export const setDate = {
  api: {
    type: 'set_field_value',
    fieldType: 'date',
    schema: setValueSchema,
    represent: ({ field, value }) => ({
      type: 'set_field_value',
      field_id: field,
      field_type: 'date',
      value: value === 'clear' ? '' : value,
    }),
    parse(action) {
      const { field, value } = parseSetValue(action, 'date')
      return { kind: 'set_date', field, value: parseDateValue(value) }
    },
    input: setValueInput,
    define({ value }: SetValueInput, { field, problems }: DefinitionContext) {
      if (field === undefined) return undefined
      const date = value === '' ? 'clear' : value === 'current' ? 'current' : null
      if (date === null && value !== null) problems.add(message`workflow: a date can only be set to "current" or "".`)
      return { kind: 'set_date', field: field.ref, value: date }
    },
  },
  archive: {
    element: 'postaction_field_date',
    read(action, keys, context) {
      const field = readActionField(action, 'date', keys, context)
      return field === undefined
        ? undefined
        : { kind: 'set_date', field, value: valueOfType.get(action.attributes['valuetype']?.trim() ?? '') ?? null }
    },
    write: ({ field, value }) =>
      buildElement(
        'postaction_field_date',
        { valuetype: value === null ? '0' : typeOfValue[value] },
        buildReferenceElement('field_id', field),
      ),
  },
  fieldsOf: ({ field }) => [field],
  mapFields: ({ field, value }, map) => ({ field: map(field), value }),
  check: (action, checked) =>
    checkSetValue(action, checked, {
      type: 'date',
      mismatch: (id) => message`The field_id value '${id}' does not match a date field in use in the tracker.`,
    }),
  run({ field: id, value }, { fieldOf, setValue, now, timezone }) {
    const field = fieldOf(id, 'date')
    if (field !== undefined && value !== null)
      setValue(id, value === 'clear' ? null : currentDate(field, now, timezone))
  },
} satisfies PostActionType<'set_date'>

const typeOfValue = { clear: '1', current: '2' } as const
const valueOfType: ReadonlyMap<string, 'clear' | 'current'> = new Map([
  ['1', 'clear'],
  ['2', 'current'],
])

/** null is what GET returns for an incomplete action, and stays null. */
function parseDateValue(value: unknown): 'current' | 'clear' | null {
  if (value === null) return null
  if (typeof value !== 'string') throw createActionError(message`Bad value attribute format: string expected.`)
  if (value === '') return 'clear'
  if (value === 'current') return 'current'
  throw createActionError(
    message`Unsupported value attribute content: '${value}'. Allowed contents are: '', '', 'current'`,
  )
}

const dateProperties = { display_time: createIntegerProperty(0) }

/** Returns the current minute, or the start of the day (docs/api/field-values.md §6). */
function currentDate(field: Field, now: EpochSeconds, timezone: string): EpochSeconds {
  if (findProperty(dateProperties, field, 'display_time') === 1) return now - (now % 60)
  const [year = 0, month = 0, day = 0] = formatWallClock(now, timezone, false).split('-').map(Number)
  return parseMoment({ year, month, day }, timezone)
}
