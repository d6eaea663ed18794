import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'

/** One entry of a filter: a field and its criterion. */
export interface FilterEntry {
  /** Id or name of a field. */
  readonly key: string
  readonly operator: FilterOperator
  readonly value: unknown
}

type FilterOperator = 'contains' | '=' | 'between' | '>' | '<'

const operators: readonly string[] = ['contains', '=', 'between', '>', '<'] satisfies readonly FilterOperator[]
const limits = { criteria: 100, values: 1000, characters: 10_000 }

/** The text of `query` (docs/api/queries.md §1.4) as an object of criteria. */
export function parseFilter(text: string): Readonly<Record<string, unknown>> {
  // A pattern would mean something else without its backslashes, which {"title":"/\d/"} has not doubled.
  const withoutBackslashes = backslashOfPattern.test(text) ? text : text.replaceAll('\\', '')
  const parsed = tryParseJson(text) ?? tryParseJson(withoutBackslashes)
  if (parsed === undefined) throw new Refusal('invalid', 'Criteria syntax error, invalid JSON')
  return requireFilterObject(parsed.value)
}

/** Requires an object of criteria; an empty list is an empty object. */
export function requireFilterObject(value: unknown): Readonly<Record<string, unknown>> {
  if (Array.isArray(value) && value.length === 0) return {}
  // Tuleap ignores anything that is no object, and returns all artifacts.
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal('invalid', 'Criteria syntax error, an object is expected')
  return value as Readonly<Record<string, unknown>>
}

const backslashOfPattern = /"!?\/[^"]*\\[^"\\/]/

// Tuleap removes backslashes first, so there are clients that send too many.
function tryParseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** The criteria of a filter, each in its long form (docs/api/queries.md §1.4). */
export function parseEntries(filter: Readonly<Record<string, unknown>>): FilterEntry[] {
  const entries = Object.entries(filter)
  if (entries.length > limits.criteria)
    throw new Refusal('invalid', message`A filter may have at most ${limits.criteria} criteria`)
  return entries.map(([key, input]) => {
    const entry = parseEntry(key, input)
    assertSearchable(entry)
    return entry
  })
}

/** Rejects entries that no database can search for. */
function assertSearchable({ key, value }: FilterEntry): void {
  if (Array.isArray(value) && value.length > limits.values)
    throw new Refusal('invalid', message`The criterion of field ${key} may have at most ${limits.values} values`)
  const texts = [key, ...[value].flat()].filter((each) => typeof each === 'string')
  if (texts.some((text) => text.length > limits.characters))
    throw new Refusal('invalid', message`A text of a criterion may have at most ${limits.characters} characters`)
  if (!texts.every(isStorableText))
    throw new Refusal('invalid', 'Malformed UTF-8 characters, possibly incorrectly encoded criteria')
}

/** Whether a database can store the text: no NUL, no half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

function parseEntry(key: string, input: unknown): FilterEntry {
  const isLongForm =
    typeof input === 'object' && input !== null && !Array.isArray(input) && ('operator' in input || 'value' in input)
  if (!isLongForm) return { key, operator: 'contains', value: input }
  const { operator = null, value = null } = input as Readonly<Record<string, unknown>>
  if (operator === null || value === null)
    throw new Refusal('invalid', message`Criterion for field ${key} is malformed`)
  if (typeof operator !== 'string' || !operators.includes(operator))
    throw new Refusal('invalid', message`Invalid operator for field ${key}`)
  return { key, operator: operator as FilterOperator, value }
}
