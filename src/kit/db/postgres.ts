import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResult } from 'kysely'
import pg from 'pg'
import { Refusal } from '../refusal.ts'
import { type Connection, type Engine, toScalar } from './engine.ts'
import { findStatementName } from './named-statements.ts'

interface PostgresOptions {
  readonly url: string
  readonly poolSize?: number | undefined
  readonly statementTimeoutMs?: number | undefined
}

/** Opens PostgreSQL, which several servers can share. */
export async function openPostgres({
  url,
  poolSize = 10,
  statementTimeoutMs = 30_000,
}: PostgresOptions): Promise<Engine> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    // Statements that are started together are sent together.
    pipeline: true,
    // An error is better than a request that waits forever: it shows a deadlock of the pool.
    connectionTimeoutMillis: 30_000,
    types: { getTypeParser },
    onConnect: (client) => configureConnection(client, statementTimeoutMs),
  })
  // A connection that breaks while idle leaves the pool; without a listener the error would end the process.
  pool.on('error', () => {})
  // A server that does not respond is reported at startup.
  await pool.query('select 1').catch(async (error) => {
    await pool.end()
    throw error
  })

  const read: Connection = {
    execute: (sql, parameters) => withRetries(() => withClient(pool, (client) => execute(client, sql, parameters))),
  }

  return {
    dialect: 'postgres',
    read,
    quickRead: read,
    longRead: read,

    write: (work) => withRetries(() => transaction(pool, 'begin isolation level read committed read write', work)),

    snapshot: (work) => withRetries(() => transaction(pool, 'begin isolation level repeatable read read only', work)),

    migrate: (work) =>
      transaction(pool, 'begin read write', async (connection) => {
        // Waiting for another migrating process and a long change of a table are not errors.
        await connection.execute('set local statement_timeout = 0', [])
        await connection.execute(`select pg_advisory_xact_lock(${migrationLock})`, [])
        return work(connection)
      }),

    close: () => pool.end(),
  }
}

// One of several blocking transactions always succeeds, so this is enough for twenty at once.
const retries = 20
/** Any number that never changes. */
const migrationLock = 7_310_421

/** Connections are read-only unless a transaction is not, like the reading connection of SQLite. */
async function configureConnection(client: pg.ClientBase, statementTimeoutMs: number): Promise<void> {
  await client.query(
    `set default_transaction_read_only = on; set statement_timeout = ${Math.trunc(statementTimeoutMs)};
    set standard_conforming_strings = on; set timezone = 'UTC'`,
  )
}

/** Runs work again when it failed because of other transactions. */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt > retries || !(metAnother(error) || isOutdated(error))) throw error
      await sleep(Math.random() * 20 * Math.min(attempt, 5))
    }
  }
}

/** Runs work on a dedicated connection; one that was lost, or has outdated statements, is not used again. */
async function withClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, lost: (cause: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // Without a listener, a connection lost between two statements would end the process.
  let broken: Error | undefined
  const lost = (cause: Error): void => {
    broken = cause
  }
  client.on('error', lost)
  try {
    return await work(client, lost)
  } catch (error) {
    if (isOutdated(error)) lost(error)
    throw error
  } finally {
    client.off('error', lost)
    client.release(broken)
  }
}

const transaction = <T>(pool: pg.Pool, begin: string, work: (on: Connection) => Promise<T>): Promise<T> =>
  withClient(pool, async (client, lost) => {
    // The response is not awaited: later statements run after it, and cannot write if it failed.
    const begun = client.query(begin)
    begun.catch(() => undefined)
    try {
      const result = await work({ execute: (sql, parameters) => execute(client, sql, parameters) })
      await begun
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error('PostgreSQL rolled back the transaction instead of committing it')
      return result
    } catch (error) {
      // Sent after all other statements, whose responses are no longer awaited.
      await client.query('rollback').catch(lost)
      throw error
    }
  })

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

async function execute(client: pg.PoolClient, sql: string, given: readonly unknown[]): Promise<QueryResult<never>> {
  const parameters = given.map((value, position) =>
    Array.isArray(value) ? value.map(toScalar) : toScalar(value, position),
  )
  const name = findStatementName(sql)
  const query = name === undefined ? { text: sql, values: parameters } : { name, text: sql, values: parameters }
  const { command, rowCount, rows } = await client.query<never>(query).catch(refusePattern)
  return counted.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
}

/** Limits on patterns (kit/pattern) prevent this error; a pattern that still exceeds them is the client's error. */
function refusePattern(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === '2201B')) throw error
  throw new Refusal('invalid', 'A pattern is too complex for the database')
}

/** Serialization failure or deadlock: the transaction may be run again. */
const metAnother = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')

/**
 * A named statement returns other columns since another process migrated. A connection that has not prepared it yet is
 * not affected. The code only means "not supported", and the text depends on the language of the server.
 */
const isOutdated = (error: unknown): error is Error =>
  error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'

const { builtins } = pg.types

/** Parses values to the JavaScript values that SQLite returns. */
function getTypeParser(type: number, format?: 'text' | 'binary') {
  switch (type) {
    case builtins.INT8:
      return safeInteger
    // Such as the sum of bigints.
    case builtins.NUMERIC:
      return Number
    case builtins.BOOL:
      return (text: string) => (text === 't' ? 1 : 0)
    default:
      return pg.types.getTypeParser(type, format)
  }
}

function safeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`The number ${text} is too large`)
  return number
}
