import { UsageError } from '../context/usage-error.ts'

/** Parses `name=value`; the value may be empty and contain further equals signs. */
export function parseAssignment(text: string): { readonly name: string; readonly value: string } {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError(`Invalid value "${text}": expected name=value`)
  return { name: text.slice(0, at), value: text.slice(at + 1) }
}
