import type { FieldId } from '../../kit/ids.ts'
import { type Message, message } from '../../kit/message.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { PostActionBy } from './definition.ts'
import type { PostAction } from './tracker.ts'

/** A requested action, before it has an id. */
export type ActionDraft = PostActionBy<FieldId>

/**
 * Actions out of a body, or the refusal of docs/api/trackers.md §4.11; whether their fields fit is check-actions.ts's.
 */
export const parseActions = (input: readonly unknown[], before: readonly PostAction[]): ActionDraft[] =>
  input.map((each) => parseAction(each, before))

type ActionMembers = Readonly<Record<string, unknown>>

function parseAction(input: unknown, before: readonly PostAction[]): ActionDraft {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalidActionError(
      message`Bad format: '${typeof input === 'string' ? input : JSON.stringify(input)}'. Array expected`,
    )
  // Members of any object can be read.
  const action = input as ActionMembers
  switch (action['type']) {
    case 'run_job':
      return { kind: 'run_job', jobUrl: parseJobUrl(action) }
    case 'set_field_value':
      return parseSetValueAction(action)
    case 'frozen_fields':
      return { kind: 'frozen_fields', fields: parseIds(action, 'frozen_fields', 'field_ids') }
    case 'hidden_fieldsets':
      return { kind: 'hidden_fieldsets', fieldsets: parseIds(action, 'hidden_fieldsets', 'fieldset_ids') }
    default:
      return parseOtherAction(action, before)
  }
}

/** Actions of other products may be sent back unchanged; new ones cannot be created. */
function parseOtherAction(action: ActionMembers, before: readonly PostAction[]): ActionDraft {
  const known = before.find((each) => each.kind === 'other' && each.name === action['type'])
  if (known?.kind !== 'other') throw unknownActionError(action)
  return { kind: 'other', name: known.name }
}

function parseJobUrl(action: ActionMembers): string {
  const url = action['job_url'] ?? undefined
  if (url === undefined) throw invalidActionError(message`Mandatory attribute job_url not found in CI build action.`)
  if (typeof url !== 'string') throw invalidActionError(message`Bad job_url attribute format: string expected.`)
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isWeb) throw invalidActionError(message`The 'job_url' attribute must be a valid URL.`)
  return url
}

function parseSetValueAction(action: ActionMembers): ActionDraft {
  const input = action['field_id'] ?? undefined
  if (input === undefined)
    throw invalidActionError(message`Mandatory attribute field_id not found in action with type "set_field_value".`)
  const field = parseInteger(input)
  if (field === undefined) throw invalidActionError(message`Bad field_id attribute format: int expected.`)
  // Validated by check-actions.ts.
  return parseFieldValue(action, field as FieldId)
}

function parseFieldValue(action: ActionMembers, field: FieldId): ActionDraft {
  const type = action['field_type']
  if (type !== 'date' && type !== 'int' && type !== 'float') throw unknownActionError(action)
  const value = action['value']
  if (value === undefined)
    throw invalidActionError(message`Mandatory attribute value not found in with type "set_field_value".`)
  if (type === 'date') return { kind: 'set_date', field, value: parseDateValue(value) }
  const number = type === 'int' ? parseInteger(value) : parseDecimal(value)
  if (number === undefined)
    throw invalidActionError(
      type === 'int'
        ? message`Bad value attribute format: integer expected.`
        : message`Bad value attribute format: float expected.`,
    )
  return { kind: type === 'int' ? 'set_int' : 'set_float', field, value: number }
}

/** null is what GET returns for an incomplete action, and stays null. */
function parseDateValue(value: unknown): 'current' | 'clear' | null {
  if (value === null) return null
  if (typeof value !== 'string') throw invalidActionError(message`Bad value attribute format: string expected.`)
  if (value === '') return 'clear'
  if (value === 'current') return 'current'
  throw invalidActionError(
    message`Unsupported value attribute content: '${value}'. Allowed contents are: '', '', 'current'`,
  )
}

function parseIds(action: ActionMembers, type: string, name: string): FieldId[] {
  const input = action[name] ?? undefined
  if (input === undefined)
    throw invalidActionError(message`Mandatory attribute ${name} not found in action with type "${type}".`)
  const ids = Array.isArray(input) ? input.map(parseInteger) : [undefined]
  if (ids.includes(undefined))
    throw invalidActionError(message`Bad ${name} attribute format: array of integer expected.`)
  if (ids.length === 0) throw invalidActionError(message`${name} attribute must not be empty.`)
  // Validated by check-actions.ts.
  return ids as FieldId[]
}

/** Numbers may be sent as text, as everywhere (docs/api/compatibility.md §3.1): in XML they always are. */
function parseInteger(input: unknown): number | undefined {
  const number = typeof input === 'string' && /^\s*[+-]?\d+\s*$/.test(input) ? Number(input) : input
  return Number.isSafeInteger(number) ? Number(number) : undefined
}

function parseDecimal(input: unknown): number | undefined {
  const isText = typeof input === 'string' && /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/.test(input)
  const number = isText ? Number(input) : input
  return Number.isFinite(number) ? Number(number) : undefined
}

const invalidActionError = (translated: Message) => new Refusal('invalid', '', { translated })
const unknownActionError = (action: ActionMembers) =>
  invalidActionError(message`Unknown post action '${JSON.stringify(action)}'.`)
