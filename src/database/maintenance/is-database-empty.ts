import { sql } from 'kysely'
import type { Database } from '../db/db.ts'

/** Returns whether a database has no tables and nothing else that was created in it. */
export async function isDatabaseEmpty({ dialect, read }: Database): Promise<boolean> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql`select 1 from sqlite_master limit 1`.execute(read)
      : await sql`select 1 from pg_class join pg_namespace on pg_namespace.oid = relnamespace
          where nspname = current_schema() limit 1`.execute(read)
  return rows.length === 0
}
