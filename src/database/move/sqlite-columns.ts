import { sql } from 'kysely'
import type { Reader } from '../tables/transaction.ts'

/** Returns the columns of each table of SQLite, without its text indexes and generated columns. */
export async function loadSqliteColumns(db: Reader): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ table: string; name: string }>`select t.name as "table", c.name as name
    from pragma_table_list as t join pragma_table_info(t.name) as c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite!_%' escape '!'`.execute(db)
  const columns = [...Map.groupBy(rows, ({ table }) => table)]
  return new Map(columns.map(([table, each]) => [table, new Set(each.map(({ name }) => name))]))
}
