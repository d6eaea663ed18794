import { Refusal } from '../refusal.ts'

/** A query parameter that holds a JSON value (contract 10 §1.4). */
export function parseJsonParameter(text: string, name = 'query'): unknown {
  // A NUL is legal JSON, but no database column can be compared with one.
  const value = text.includes('\\u0000') ? undefined : jsonOf(text)
  if (value === undefined) throw new Refusal('invalid', `parameter "${name}" syntax error, invalid JSON`)
  return value
}

/** JSON has no undefined: that is what cannot be read. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
