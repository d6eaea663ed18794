import type { OpenValue } from '../../fields/describing.ts'
import type { Reader } from '../../kit/db/db.ts'
import { inList } from '../../kit/db/sql.ts'

/** What people typed into open lists. */
export async function loadOpenValues(db: Reader, ids: readonly number[]): Promise<Map<number, OpenValue>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('open_value').select(['id', 'label']).where(inList('id', ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
