import { UsageError } from './usage-error.ts'

/** Parses an id. Untrusted; validated by the lookup that follows. */
export function parseId<Id extends number>(text: string): Id {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`Invalid id "${text}". Expected a number`)
  return Number(text) as Id
}
