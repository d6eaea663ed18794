import { Refusal } from '../refusal.ts'

/** A query parameter that holds a JSON value (contract 10 §1.4). */
export function parseJsonParameter(text: string, name = 'query'): unknown {
  // A NUL is legal JSON, but no database column can be compared with one.
  const value = text.includes('\\u0000') ? undefined : jsonOf(text)
  if (value === undefined) throw new Refusal('invalid', `parameter "${name}" syntax error, invalid JSON`)
  return value
}

/** The same for a parameter that must be a JSON object; `refusal` is the text when it is something else. */
export function parseJsonObject(text: string, refusal: string, name = 'query'): Readonly<Record<string, unknown>> {
  const value = parseJsonParameter(text, name)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('invalid', refusal)
  return value as Record<string, unknown>
}

/** JSON has no undefined: that is what cannot be read. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
