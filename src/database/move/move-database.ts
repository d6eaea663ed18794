import { sql } from 'kysely'
import type { Database } from '../db/db.ts'
import { migrations as allMigrations } from '../migrations/list.ts'
import type { Migration } from '../migrations/migrate.ts'
import { assertMigrated } from './assert-migrated.ts'
import { copySequences } from './copy-sequences.ts'
import { copyTable } from './copy-table.ts'
import { countRows } from './count-rows.ts'
import { type DatabaseLocation, describeLocation } from './database-location.ts'
import { loadTables } from './load-tables.ts'
import type { MoveSource } from './move-source.ts'
import { openPostgresSource } from './open-postgres-source.ts'
import { openSqliteSource } from './open-sqlite-source.ts'
import { openTarget } from './open-target.ts'
import { createPostponedIndexes, postponeIndexes } from './target-indexes.ts'
import { endMove, loadProgress } from './unfinished-move.ts'
import { verifyTables } from './verify-tables.ts'

export interface MoveRequest {
  readonly from: DatabaseLocation
  /** A database of the other kind. */
  readonly to: DatabaseLocation
  readonly pooling: 'session' | 'transaction'
  readonly outageWaitMs: number
  readonly onProgress: (done: number, total: number, what: string) => void
  /** For tests: other tables. */
  readonly migrations?: readonly Migration[]
}

export interface MoveResult {
  readonly tables: number
  readonly rows: number
  /** Rows that an earlier, interrupted move had copied. */
  readonly resumedRows: number
}

/**
 * Copies a whole database to one of the other kind and compares all rows. The source does not change. Each transaction
 * of the target contains rows and the position after them, so that a move that was interrupted continues there.
 */
export async function moveDatabase(request: MoveRequest): Promise<MoveResult> {
  const { from, to, pooling, outageWaitMs, migrations = allMigrations } = request
  const options = { pooling, outageWaitMs }
  const source = 'url' in from ? await openPostgresSource(from.url, options) : openSqliteSource(from.directory)
  try {
    return await source.whileLocked(async () => {
      await assertMigrated(source.read, migrations)
      const target = await openTarget(to, describeLocation(from), migrations, options)
      try {
        return await copyAll(source, target, request)
      } finally {
        await target.close()
      }
    })
  } finally {
    await source.close()
  }
}

async function copyAll(source: MoveSource, target: Database, { onProgress }: MoveRequest): Promise<MoveResult> {
  const [postgres, sqlite] = source.dialect === 'postgres' ? [source, target] : [target, source]
  const tables = await loadTables(postgres.read, sqlite.read)
  const total = await countRows(source.read, tables)
  const progress = await loadProgress(target.read)
  const resumedRows = [...progress.values()].reduce((sum, { rows }) => sum + rows, 0)
  const count = (what: string, from: number, until: number) => {
    let done = from
    return (rows: number): void => {
      done += rows
      onProgress(done, until, what)
    }
  }
  await postponeIndexes(target)
  const onRows = count('copied', resumedRows, total)
  let rows = 0
  for (const table of tables)
    rows += await copyTable({ source: source.read, target, table, progress: progress.get(table.name), onRows })
  await createPostponedIndexes(target, (done, all) => onProgress(done, all, 'indexed'))
  await verifyTables(source.read, target.read, tables, count('compared', 0, 2 * total))
  // The planner knows nothing of the new rows yet; SQLite does this when it is closed.
  if (target.dialect === 'postgres') await target.write((tx) => sql`analyze`.execute(tx))
  await target.write(async (tx) => {
    await copySequences(source.read, tx, tables)
    await endMove(tx)
  })
  return { tables: tables.length, rows, resumedRows }
}
