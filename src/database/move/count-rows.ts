import { sql } from 'kysely'
import type { Reader } from '../tables/transaction.ts'
import type { TableStructure } from './table-structure.ts'

/** Returns the number of rows of all tables. */
export async function countRows(db: Reader, tables: readonly TableStructure[]): Promise<number> {
  const counts = tables.map(({ name }) => sql`(select count(*) from ${sql.table(name)})`)
  const { rows } = await sql<{ n: number }>`select ${sql.join(counts, sql` + `)} as n`.execute(db)
  return rows[0]?.n ?? 0
}
