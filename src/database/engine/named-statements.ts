import type { CompiledQuery } from 'kysely'

const names = new Map<string, string>()

/**
 * Names a statement that is compiled once and run with other parameters each time. PostgreSQL parses and plans it once
 * per connection under this name. Other statements have arbitrary texts, and each name costs memory there.
 */
export function nameStatement<Query extends CompiledQuery>(query: Query): Query {
  if (!names.has(query.sql)) names.set(query.sql, `kept_${names.size}`)
  return query
}

/** Returns the name under which PostgreSQL keeps a statement; undefined: it does not. */
export const findStatementName = (text: string): string | undefined => names.get(text)
