import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { isLockTimeout } from '../../kit/messages/outage.ts'
import { type Database, type DatabaseOptions, openDatabase, type Reader, type Tx } from '../db/db.ts'
import { isMigrated } from '../maintenance/inspect-database.ts'
import { MoveError } from './move-error.ts'
import type { MoveSource } from './move-source.ts'

/**
 * Opens PostgreSQL; connections that read cannot write. The lock is a transaction of its own, which lets others read but
 * not write.
 */
export async function openPostgresSource(
  url: string,
  options: Pick<DatabaseOptions, 'pooling' | 'outageWaitMs'>,
): Promise<MoveSource> {
  const namedUrl = new URL(url)
  const name = `tulipwood-move-${process.pid}`
  namedUrl.searchParams.set('application_name', name)
  const db = await openDatabase({ ...options, url: namedUrl.href, poolSize: connections, statementTimeoutMs: 0 })
  try {
    if (!(await isMigrated(db)))
      throw new MoveError('The database of DATABASE_URL has no tables of Tulipwood. Check the URL')
  } catch (problem) {
    await db.close()
    throw problem
  }
  return {
    dialect: 'postgres',
    read: db.read,
    whileLocked: (work) => runLocked(db, name, work),
    close: () => db.close(),
  }
}

/** One holds the lock, another reads. */
const connections = 3

const runLocked = <T>(db: Database, name: string, work: () => Promise<T>): Promise<T> =>
  db.write(async (tx) => {
    await assertNoServer(db.read, name)
    await lockTables(tx)
    return work()
  })

/** Time in which the connections of a server that was stopped disappear. */
const maxWaitMs = 3000
const pauseMs = 200

/** A server looks for jobs every second, also through a pooler; an idle pooler keeps connections that do nothing. */
async function assertNoServer(db: Reader, name: string): Promise<void> {
  for (let waited = 0; ; waited += pauseMs) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and application_name <> ${name}
        and (state <> 'idle' or state_change > now() - interval '10 seconds')`.execute(db)
    const others = rows[0]?.n ?? 0
    if (others === 0) return
    if (waited >= maxWaitMs)
      throw new MoveError(
        `The database of DATABASE_URL is in use: ${others} other connections were active in the last 10 seconds. Stop every server first`,
      )
    await sleep(pauseMs)
  }
}

async function lockTables(tx: Tx): Promise<void> {
  // The transaction does nothing else for as long as the move takes.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = '10s'`.execute(tx)
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = current_schema() and relkind in ('r', 'p') order by relname`.execute(tx)
  try {
    await sql`lock table ${sql.join(rows.map(({ name }) => sql.table(name)))} in share row exclusive mode`.execute(tx)
  } catch (problem) {
    if (!isLockTimeout(problem)) throw problem
    throw new MoveError('The database of DATABASE_URL is being written to. Stop every server first')
  }
}
