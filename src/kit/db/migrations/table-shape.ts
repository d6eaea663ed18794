import type { Kysely } from 'kysely'
import { columnTypes, createTable } from '../migrate.ts'

type ColumnKind = keyof ReturnType<typeof columnTypes>
/** A kind of column; a question mark at its end lets it be null. */
type ColumnKindOrNull = ColumnKind | `${ColumnKind}?`

/** A table as a migration makes it. */
export interface TableShape {
  readonly name: string
  readonly columns: Readonly<Record<string, ColumnKindOrNull>>
  readonly key?: readonly string[]
  /** Rows lie in the order of the key (SQLite): small rows that are only ever found by it. */
  readonly isClustered?: boolean
  readonly unique?: readonly (readonly string[])[]
  readonly indexes?: readonly (readonly string[])[]
  /** column → table whose `id` (or named column) it is */
  readonly references?: Readonly<Record<string, string>>
}

/** Makes a table with its indexes. */
export async function makeTable(
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
  db: Kysely<any>,
  dialect: Parameters<typeof columnTypes>[0],
  shape: TableShape,
): Promise<void> {
  const types = columnTypes(dialect)
  let table = createTable(db, dialect, shape.name, shape.isClustered ? 'clustered' : undefined)
  for (const [column, kind] of Object.entries(shape.columns)) {
    const isNullable = kind.endsWith('?')
    const type = types[(isNullable ? kind.slice(0, -1) : kind) as ColumnKind]
    table = table.addColumn(column, type, (c) => (isNullable ? c : c.notNull()))
  }
  if (shape.key) table = table.addPrimaryKeyConstraint(`${shape.name}_pk`, [...shape.key] as never[])
  for (const columns of shape.unique ?? [])
    table = table.addUniqueConstraint(`${shape.name}_${columns.join('_')}_unique`, [...columns] as never[])
  for (const [column, target] of Object.entries(shape.references ?? {})) {
    table = table.addForeignKeyConstraint(`${shape.name}_${column}_fk`, [column] as never[], target, ['id'])
  }
  await table.execute()
  for (const columns of shape.indexes ?? []) {
    await db.schema
      .createIndex(`${shape.name}_by_${columns.join('_')}`)
      .on(shape.name)
      .columns([...columns])
      .execute()
  }
}
