import type { SortKey } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { parseSearchable } from './parse-searchable.ts'

/**
 * Tulipwood extension: `ORDER BY @submitted_on DESC, severity`. Tuleap rejects it within a tracker (docs/api/queries.md
 * §2.7).
 */
export function parseOrderBy(cursor: Cursor): readonly SortKey[] {
  if (!cursor.takeWord('ORDER', 'ORDER BY')) return []
  if (!cursor.takeWord('BY')) cursor.fail()
  const keys: SortKey[] = []
  do {
    cursor.count('sortKeys')
    const searchable = parseSearchable(cursor)
    keys.push({ at: searchable.at, searchable, direction: parseDirection(cursor) })
  } while (cursor.takeSymbol(','))
  return keys
}

/** Whether the query starts with `ORDER BY`; a field may be named `order`. */
export const isOrderByNext = ({ peek }: Cursor): boolean =>
  [peek(), peek(1)].map((token) => token.text.toUpperCase()).join(' ') === 'ORDER BY'

function parseDirection(cursor: Cursor): SortKey['direction'] {
  if (cursor.takeWord('ASC') ?? cursor.takeWord('ASCENDING')) return 'asc'
  return (cursor.takeWord('DESC') ?? cursor.takeWord('DESCENDING')) ? 'desc' : 'asc'
}
