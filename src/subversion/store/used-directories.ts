import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'

/** Returns the directories that belong to a repository of any state. */
export async function loadUsedDirectories(db: Reader, directories: readonly string[]): Promise<ReadonlySet<string>> {
  if (directories.length === 0) return new Set()
  const rows = await db.selectFrom('repository').select('directory').where(inList('directory', directories)).execute()
  return new Set(rows.flatMap(({ directory }) => directory ?? []))
}
