import { UsageError } from '../context/usage-error.ts'

/** Parses a number without sign, such as a position or a limit. */
export function parseCount(what: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`Invalid ${what} "${text}". Expected a number`)
  return Number(text)
}
