import type { SqlFunctions } from '@tulipwood/sqlite/types'
import { matchesPattern } from '../../kit/pattern/matches.ts'
import { patternFunction } from '../engine/builders.ts'

/** SQLite has no regular expressions. */
export const sqliteFunctions: SqlFunctions = {
  [patternFunction](pattern, value) {
    const isSearched = typeof value === 'string' || typeof value === 'number'
    return isSearched && matchesPattern(String(pattern), value) ? 1 : 0
  },
}
