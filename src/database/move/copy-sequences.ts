import { sql } from 'kysely'
import { getDialect } from '../engine/builders.ts'
import type { Reader, Tx } from '../tables/transaction.ts'
import { MoveError } from './move-error.ts'
import type { TableStructure } from './table-structure.ts'

interface Sequence {
  readonly name: string
  readonly next: number
}

/** Sets the next ids of the target to those of the source. */
export async function copySequences(source: Reader, tx: Tx, tables: readonly TableStructure[]): Promise<void> {
  const [sequences, existing] = [await loadSequences(source), await loadSequences(tx)]
  const different = new Set(sequences.map(({ name }) => name)).symmetricDifference(
    new Set(existing.map(({ name }) => name)),
  )
  if (different.size > 0)
    throw new MoveError(`Only one of the databases has the sequences ${[...different].join(', ')}`)
  const parameter = JSON.stringify(sequences)
  if (getDialect(tx) === 'sqlite') {
    await sql`update sequence set next = (select value ->> 'next' from json_each(${parameter})
      where value ->> 'name' = sequence.name)`.execute(tx)
    return
  }
  await sql`select setval(('seq_' || name)::regclass, next, false)
    from json_to_recordset(${parameter}::json) as given (name text, next bigint)`.execute(tx)
  await continueNumbering(tx, tables)
}

async function loadSequences(db: Reader): Promise<readonly Sequence[]> {
  if (getDialect(db) === 'sqlite')
    return (await sql<Sequence>`select name, next from sequence order by name`.execute(db)).rows
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = current_schema() and relkind = 'S' and relname like 'seq!_%' escape '!'`.execute(db)
  const next = rows.map(
    ({ name }) =>
      sql`select ${name.slice(4)}::text as name, last_value + is_called::int as next from ${sql.table(name)}`,
  )
  return next.length === 0 ? [] : (await sql<Sequence>`${sql.join(next, sql` union all `)}`.execute(db)).rows
}

/** SQLite numbers rows after the last one; PostgreSQL has sequences for them. */
async function continueNumbering(tx: Tx, tables: readonly TableStructure[]): Promise<void> {
  const calls = tables.flatMap(({ name, columns }) =>
    columns.flatMap((column) =>
      column.sequence === null
        ? []
        : [
            sql`setval(${column.sequence}::regclass, greatest(nextval(${column.sequence}::regclass),
              (select coalesce(max(${sql.ref(column.name)}), 0) + 1 from ${sql.table(name)})), false)`,
          ],
    ),
  )
  if (calls.length > 0) await sql`select ${sql.join(calls)}`.execute(tx)
}
