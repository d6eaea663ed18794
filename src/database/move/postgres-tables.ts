import { sql } from 'kysely'
import type { Reader } from '../tables/transaction.ts'
import { MoveError } from './move-error.ts'
import type { Column, ColumnKind, TableStructure } from './table-structure.ts'

/** A table of PostgreSQL with the tables that its foreign keys reference. */
export interface PostgresTable extends TableStructure {
  readonly references: readonly string[]
}

/** Reads the tables of the current schema from the catalog: it knows primary and foreign keys, whatever created them. */
export async function loadPostgresTables(db: Reader): Promise<PostgresTable[]> {
  const [columns, keys, references] = [await columnsOf(db), await keysOf(db), await referencesOf(db)]
  return [...Map.groupBy(columns, ({ table }) => table)].map(([name, rows]) => ({
    name,
    columns: rows.map(toColumn),
    key: keys.filter(({ table }) => table === name).map(({ column }) => column),
    references: references.filter(({ table }) => table === name).map(({ target }) => target),
  }))
}

interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly default: string | null
}

const columnsOf = async (db: Reader): Promise<readonly ColumnRow[]> =>
  (
    await sql<ColumnRow>`select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
        pg_get_expr(d.adbin, d.adrelid) as "default"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where n.nspname = current_schema() and c.relkind in ('r', 'p')
      order by c.relname, a.attnum`.execute(db)
  ).rows

const keysOf = async (db: Reader): Promise<readonly { readonly table: string; readonly column: string }[]> =>
  (
    await sql<{ table: string; column: string }>`select c.relname as "table", a.attname as "column"
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
        cross join unnest(k.conkey) with ordinality as part (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = part.attnum
      where n.nspname = current_schema() and k.contype = 'p'
      order by c.relname, part.place`.execute(db)
  ).rows

const referencesOf = async (db: Reader): Promise<readonly { readonly table: string; readonly target: string }[]> =>
  (
    await sql<{ table: string; target: string }>`select c.relname as "table", t.relname as target
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
        join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and k.contype = 'f'`.execute(db)
  ).rows

const kinds: Readonly<Record<string, ColumnKind>> = {
  bigint: 'integer',
  integer: 'integer',
  smallint: 'integer',
  'double precision': 'real',
  text: 'text',
  bytea: 'bytes',
  tsvector: 'words',
}

function toColumn({ table, name, type, default: value }: ColumnRow): Column {
  const kind = kinds[type]
  if (kind === undefined) throw new MoveError(`Column ${table}.${name} has the type ${type}, which cannot be moved`)
  return { name, kind, sequence: /^nextval\('([^']+)'::regclass\)$/.exec(value ?? '')?.[1] ?? null }
}
