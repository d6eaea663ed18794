import { sql } from 'kysely'
import { createTable, type Migration, unfinishedMove } from '../migrations/migrate.ts'
import type { Reader, Tx } from '../tables/transaction.ts'
import type { KeyValues } from './table-structure.ts'

/** Table of the target, until the move is finished: its source, what of each table has been copied, postponed indexes. */
export const unfinishedMoveTable = 'unfinished_move'

/**
 * The last migration of a target. It stays among the applied ones until the move is finished, so that no server starts
 * on part of the data.
 */
export const beginMove = (source: string): Migration => ({
  name: unfinishedMove,
  async up(db, dialect) {
    await createTable(db, dialect, unfinishedMoveTable)
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
    await db.insertInto(unfinishedMoveTable).values({ name: sourceName, value: source }).execute()
  },
})

/** What of a table has been copied. */
export interface TableProgress {
  readonly rows: number
  /** Key of the last copied row; null: the table has no key, or no rows. */
  readonly last: KeyValues | null
  readonly isComplete: boolean
}

/** Returns the source of the move whose target a database is; undefined: of none. */
export async function findMoveSource(db: Reader): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select value from ${table} where name = ${sourceName}`.execute(db)
  return rows[0]?.value
}

export async function loadProgress(db: Reader): Promise<ReadonlyMap<string, TableProgress>> {
  const { rows } = await sql<{ name: string; value: string }>`select name, value from ${table}
    where name not in (${sourceName}, ${indexesName})`.execute(db)
  return new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as TableProgress]))
}

export const saveProgress = (tx: Tx, name: string, progress: TableProgress): Promise<void> => save(tx, name, progress)

/** An index or foreign key of the target that is created after the rows. */
export interface PostponedIndex {
  readonly table: string
  /** SQL */
  readonly drop: string
  /** SQL */
  readonly create: string
}

/** Returns the indexes that are not created yet; undefined: none has been dropped yet. */
export async function loadPostponedIndexes(db: Reader): Promise<readonly PostponedIndex[] | undefined> {
  const { rows } = await sql<{ value: string }>`select value from ${table} where name = ${indexesName}`.execute(db)
  return rows[0] && (JSON.parse(rows[0].value) as PostponedIndex[])
}

export const savePostponedIndexes = (tx: Tx, indexes: readonly PostponedIndex[]): Promise<void> =>
  save(tx, indexesName, indexes)

async function save(tx: Tx, name: string, value: unknown): Promise<void> {
  await sql`insert into ${table} (name, value) values (${name}, ${JSON.stringify(value)})
    on conflict (name) do update set value = excluded.value`.execute(tx)
}

/** From now on servers can start on the target. */
export async function endMove(tx: Tx): Promise<void> {
  await sql`drop table ${table}`.execute(tx)
  await sql`delete from migration where name = ${unfinishedMove}`.execute(tx)
}

const table = sql.table(unfinishedMoveTable)

/** No table has such names. */
const sourceName = '(source)'
const indexesName = '(indexes)'
