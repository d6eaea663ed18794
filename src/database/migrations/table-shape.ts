import { type Kysely, sql } from 'kysely'
import { type ColumnTypes, createTable, getColumnTypes } from './migrate.ts'

type ColumnKind = keyof ColumnTypes
/** A kind of column; a question mark at its end lets it be null. */
type ColumnKindOrNull = ColumnKind | `${ColumnKind}?`

/** A table as a migration creates it. */
interface TableShape {
  readonly columns: Readonly<Record<string, ColumnKindOrNull>>
  readonly key?: readonly string[]
  /** SQLite stores the rows in the order of the key: for small rows that are only read by it. */
  readonly isClustered?: boolean
  /** column → the value it has when an insert leaves it out */
  readonly defaults?: Readonly<Record<string, string | number>>
  readonly unique?: readonly (readonly string[])[]
  readonly indexes?: readonly (readonly string[])[]
  /** column → the table whose `id` it holds */
  readonly references?: Readonly<Record<string, string>>
}

export type TableShapes = Readonly<Record<string, TableShape>>

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
type AnyTables = any

/** Creates tables with their indexes, each after the tables that it references. */
export async function createTables(
  db: Kysely<AnyTables>,
  dialect: Parameters<typeof getColumnTypes>[0],
  shapes: TableShapes,
): Promise<void> {
  for (const name of inOrderOfReferences(shapes)) await createTableOf(db, dialect, name, shapes[name] as TableShape)
}

/** References to tables that are not among them are to tables that exist. */
function inOrderOfReferences(shapes: TableShapes): Iterable<string> {
  const ordered = new Set<string>()
  const add = (name: string) => {
    for (const target of Object.values(shapes[name]?.references ?? {})) if (target !== name) add(target)
    if (name in shapes) ordered.add(name)
  }
  for (const name of Object.keys(shapes)) add(name)
  return ordered
}

async function createTableOf(
  db: Kysely<AnyTables>,
  dialect: Parameters<typeof getColumnTypes>[0],
  name: string,
  shape: TableShape,
): Promise<void> {
  const types = getColumnTypes(dialect)
  let table = createTable(db, dialect, name, shape.isClustered ? 'clustered' : undefined)
  for (const [column, kind] of Object.entries(shape.columns)) {
    const isNullable = kind.endsWith('?')
    const type = types[(isNullable ? kind.slice(0, -1) : kind) as ColumnKind]
    const value = shape.defaults?.[column]
    table = table.addColumn(column, type, (c) => {
      const required = isNullable ? c : c.notNull()
      return value === undefined ? required : required.defaultTo(sql.lit(value))
    })
  }
  if (shape.key) table = table.addPrimaryKeyConstraint(`${name}_pk`, [...shape.key] as never[])
  for (const columns of shape.unique ?? [])
    table = table.addUniqueConstraint(`${name}_${columns.join('_')}_unique`, [...columns] as never[])
  for (const [column, target] of Object.entries(shape.references ?? {})) {
    table = table.addForeignKeyConstraint(`${name}_${column}_fk`, [column] as never[], target, ['id'])
  }
  await table.execute()
  for (const columns of shape.indexes ?? []) {
    await db.schema
      .createIndex(`${name}_by_${columns.join('_')}`)
      .on(name)
      .columns([...columns])
      .execute()
  }
}
