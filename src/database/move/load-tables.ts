import type { Reader } from '../tables/transaction.ts'
import { postgresOnlyColumns, unmovedTables } from './engine-differences.ts'
import { MoveError } from './move-error.ts'
import { loadPostgresTables, type PostgresTable } from './postgres-tables.ts'
import { loadSqliteColumns } from './sqlite-columns.ts'
import type { TableStructure } from './table-structure.ts'

/** Returns the tables of two databases, each after those that it references; throws where the databases differ. */
export async function loadTables(postgres: Reader, sqlite: Reader): Promise<TableStructure[]> {
  const tables = (await loadPostgresTables(postgres)).filter(({ name }) => !unmovedTables.has(name))
  const shared = tables.map((table) => ({
    ...table,
    columns: table.columns.filter(({ name }) => postgresOnlyColumns[table.name]?.[name] === undefined),
  }))
  assertSameTables(shared, await loadSqliteColumns(sqlite))
  return orderByReferences(shared)
}

function assertSameTables(tables: readonly TableStructure[], sqlite: ReadonlyMap<string, ReadonlySet<string>>): void {
  const [one, other] = [
    tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)),
    [...sqlite]
      .filter(([name]) => !unmovedTables.has(name))
      .flatMap(([name, columns]) => [...columns].map((column) => `${name}.${column}`)),
  ].map((names) => new Set(names)) as [Set<string>, Set<string>]
  const different = [...one.symmetricDifference(other)].sort()
  if (different.length > 0)
    throw new MoveError(
      `Only one of the databases has ${different.slice(0, 5).join(', ')}: were its tables changed by hand?`,
    )
}

function orderByReferences(tables: readonly PostgresTable[]): TableStructure[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const ordered = new Set<PostgresTable>()
  const add = (table: PostgresTable | undefined): void => {
    if (table === undefined || ordered.has(table)) return
    for (const target of table.references) if (target !== table.name) add(byName.get(target))
    ordered.add(table)
  }
  for (const table of tables) add(table)
  return [...ordered]
}
