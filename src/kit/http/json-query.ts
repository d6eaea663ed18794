import { Refusal } from '../refusal.ts'

/** A query parameter that holds a JSON value (contract 10 §1.4). */
export function parseJsonParameter(text: string, name = 'query'): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid', `parameter "${name}" syntax error, invalid JSON`)
  }
}

/** The same for a parameter that must be a JSON object; `refusal` is the text when it is something else. */
export function parseJsonObject(text: string, refusal: string, name = 'query'): Readonly<Record<string, unknown>> {
  const value = parseJsonParameter(text, name)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('invalid', refusal)
  return value as Record<string, unknown>
}
