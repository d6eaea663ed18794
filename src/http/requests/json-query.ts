import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { parseWellFormedJson } from '../../kit/text/well-formed.ts'

/** Parses the parameter `query` with a JSON value (docs/api/rest-conventions.md §1.4). */
export function parseJsonParameter(text: string): unknown {
  // A NUL is legal in JSON, but no database column can be compared with it.
  const parsed = text.includes('\\u0000') ? null : parseWellFormedJson(text)
  if (parsed === null) throw new Refusal('invalid', message`parameter "query" syntax error, invalid JSON`)
  return parsed.value
}
