import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'

/** Returns the lower-case names that are short names of projects. */
export async function findUsedShortNames(db: Reader, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const rows = await db.selectFrom('project').select('short_name_key').where(inList('short_name_key', names)).execute()
  return new Set(rows.map((row) => row.short_name_key))
}
