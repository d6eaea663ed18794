import { message } from '../message.ts'
import { Refusal } from '../refusal.ts'
import { parseWellFormedJson } from '../well-formed.ts'

/** Parses a query parameter with a JSON value (docs/api/rest-conventions.md §1.4). */
export function parseJsonParameter(text: string, name = 'query'): unknown {
  // A NUL is legal in JSON, but no database column can be compared with it.
  const parsed = text.includes('\\u0000') ? null : parseWellFormedJson(text)
  if (parsed === null) throw new Refusal('invalid', message`parameter "${name}" syntax error, invalid JSON`)
  return parsed.value
}
