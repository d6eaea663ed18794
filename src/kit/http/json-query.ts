import { Refusal } from '../refusal.ts'
import { parseWellFormedJson } from '../well-formed.ts'

/** A query parameter that holds a JSON value (docs/api/rest-conventions.md §1.4). */
export function parseJsonParameter(text: string, name = 'query'): unknown {
  // A NUL is legal JSON, but no database column can be compared with one.
  const parsed = text.includes('\\u0000') ? null : parseWellFormedJson(text)
  if (parsed === null) throw new Refusal('invalid', `parameter "${name}" syntax error, invalid JSON`)
  return parsed.value
}
