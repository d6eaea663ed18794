import type { FieldId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { PostActionBy } from './definition.ts'
import type { PostAction } from './tracker.ts'

/** An action as wanted, before it has an id. */
export type ActionDraft = PostActionBy<FieldId>

/**
 * Actions out of a body, or the refusal of docs/api/trackers.md §4.11; whether their fields fit is check-actions.ts's.
 */
export const readActions = (sent: readonly unknown[], before: readonly PostAction[]): ActionDraft[] =>
  sent.map((each) => readAction(each, before))

type Sent = Readonly<Record<string, unknown>>

function readAction(sent: unknown, before: readonly PostAction[]): ActionDraft {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw invalid(`Bad format: '${typeof sent === 'string' ? sent : JSON.stringify(sent)}'. Array expected`)
  // Any object can be asked for its members.
  const action = sent as Sent
  switch (action['type']) {
    case 'run_job':
      return { kind: 'run_job', jobUrl: readUrl(action) }
    case 'set_field_value':
      return readSetting(action)
    case 'frozen_fields':
      return { kind: 'frozen_fields', fields: readIds(action, 'frozen_fields', 'field_ids') }
    case 'hidden_fieldsets':
      return { kind: 'hidden_fieldsets', fieldsets: readIds(action, 'hidden_fieldsets', 'fieldset_ids') }
    default:
      return readOther(action, before)
  }
}

/** Actions of other products come back as they were told; others of that kind do not exist. */
function readOther(action: Sent, before: readonly PostAction[]): ActionDraft {
  const known = before.find((each) => each.kind === 'other' && each.name === action['type'])
  if (known?.kind !== 'other') throw unknown(action)
  return { kind: 'other', name: known.name }
}

function readUrl(action: Sent): string {
  const url = action['job_url'] ?? undefined
  if (url === undefined) throw invalid('Mandatory attribute job_url not found in CI build action.')
  if (typeof url !== 'string') throw invalid('Bad job_url attribute format: string expected.')
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isWeb) throw invalid("The 'job_url' attribute must be a valid URL.")
  return url
}

function readSetting(action: Sent): ActionDraft {
  const sent = action['field_id'] ?? undefined
  if (sent === undefined) throw invalid('Mandatory attribute field_id not found in action with type "set_field_value".')
  const field = wholeNumber(sent)
  if (field === undefined) throw invalid('Bad field_id attribute format: int expected.')
  // Looked up in check-actions.ts before it means anything.
  return readFieldValue(action, field as FieldId)
}

function readFieldValue(action: Sent, field: FieldId): ActionDraft {
  const type = action['field_type']
  if (type !== 'date' && type !== 'int' && type !== 'float') throw unknown(action)
  const value = action['value']
  if (value === undefined) throw invalid('Mandatory attribute value not found in with type "set_field_value".')
  if (type === 'date') return { kind: 'set_date', field, value: readDate(value) }
  const number = type === 'int' ? wholeNumber(value) : decimalNumber(value)
  if (number === undefined)
    throw invalid(`Bad value attribute format: ${type === 'int' ? 'integer' : 'float'} expected.`)
  return { kind: type === 'int' ? 'set_int' : 'set_float', field, value: number }
}

/** null, as GET tells an action that was never finished, stays that. */
function readDate(value: unknown): 'current' | 'clear' | null {
  if (value === null) return null
  if (typeof value !== 'string') throw invalid('Bad value attribute format: string expected.')
  if (value === '') return 'clear'
  if (value === 'current') return 'current'
  throw invalid(`Unsupported value attribute content: '${value}'. Allowed contents are: '', '', 'current'`)
}

function readIds(action: Sent, type: string, name: string): FieldId[] {
  const sent = action[name] ?? undefined
  if (sent === undefined) throw invalid(`Mandatory attribute ${name} not found in action with type "${type}".`)
  const ids = Array.isArray(sent) ? sent.map(wholeNumber) : [undefined]
  if (ids.includes(undefined)) throw invalid(`Bad ${name} attribute format: array of integer expected.`)
  if (ids.length === 0) throw invalid(`${name} attribute must not be empty.`)
  // Looked up in check-actions.ts before they mean anything.
  return ids as FieldId[]
}

/** Numbers may come as text, as everywhere (docs/api/compatibility.md §3.1): in XML they always do. */
function wholeNumber(sent: unknown): number | undefined {
  const number = typeof sent === 'string' && /^\s*[+-]?\d+\s*$/.test(sent) ? Number(sent) : sent
  return Number.isSafeInteger(number) ? Number(number) : undefined
}

function decimalNumber(sent: unknown): number | undefined {
  const isText = typeof sent === 'string' && /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/.test(sent)
  const number = isText ? Number(sent) : sent
  return Number.isFinite(number) ? Number(number) : undefined
}

const invalid = (translated: string) => new Refusal('invalid', '', { translated })
const unknown = (action: Sent) => invalid(`Unknown post action '${JSON.stringify(action)}'.`)
