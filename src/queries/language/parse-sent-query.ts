import type { Query } from './ast.ts'
import { parseQuery } from './parse-query.ts'
import type { Problem } from './problem.ts'

/**
 * Parses the text that a client sent: as it is or, if that is no query, with backslashes removed once, for clients that
 * double them because Tuleap removes them (docs/api/queries.md §2.1). The problem is that of the text as it was sent.
 */
export function parseSentQuery(text: string): { readonly ok: Query } | { readonly problem: Problem } {
  const parsed = parseQuery(text)
  if ('ok' in parsed || parsed.problem.kind !== 'syntax' || !text.includes('\\')) return parsed
  const stripped = parseQuery(stripBackslashes(text))
  return 'ok' in stripped ? stripped : parsed
}

/** A code point keeps its backslash: without it, an invalid one would become letters that are searched for. */
const stripBackslashes = (text: string): string => text.replaceAll(/\\(?!u)(.?)/gsu, '$1')
