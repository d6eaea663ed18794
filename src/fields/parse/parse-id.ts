import { limitId } from '../../kit/values/ids.ts'

/**
 * An id as clients send it, a number or its digits (docs/api/client-needs.md §10), of any size (`limitId`); undefined:
 * it is none.
 */
export function parseId(input: unknown): number | undefined {
  if (typeof input === 'number')
    return (Number.isInteger(input) || input === Infinity) && input >= 0 ? limitId(input) : undefined
  return typeof input === 'string' && /^\d+$/.test(input.trim()) ? limitId(Number(input)) : undefined
}

/** Returns the input as text for a message. */
export const toMessageText = (input: unknown): string =>
  typeof input === 'string' ? input : (JSON.stringify(input) ?? '')

export const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
