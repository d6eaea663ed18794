import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResult } from 'kysely'
import pg from 'pg'
import { Refusal } from '../refusal.ts'
import { type Connection, type Engine, toScalar } from './engine.ts'
import { statementName } from './named-statements.ts'

interface PostgresOptions {
  readonly url: string
  readonly poolSize?: number | undefined
  readonly statementTimeoutMs?: number | undefined
}

/** PostgreSQL, for several servers on one database. */
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
    // Rather an error than a request that waits for ever: a deadlock of the pool shows so.
    connectionTimeoutMillis: 30_000,
    types: { getTypeParser },
    onConnect: (client) => configureConnection(client, statementTimeoutMs),
  })
  // A connection that breaks while idle leaves the pool by itself; without a listener it would end the process.
  pool.on('error', () => {})
  // An address that does not answer is told at the start.
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
        // A wait for another migrating process and a long change of a table are not faults.
        await connection.execute('set local statement_timeout = 0', [])
        await connection.execute(`select pg_advisory_xact_lock(${migrationLock})`, [])
        return work(connection)
      }),

    close: () => pool.end(),
  }
}

// Of those that block each other one goes on each time, so this is enough for twenty at once.
const retries = 20
/** Any number, the same for ever. */
const migrationLock = 7_310_421

/** Read only unless a transaction says otherwise, as the reading connection of SQLite is. */
async function configureConnection(client: pg.ClientBase, statementTimeoutMs: number): Promise<void> {
  await client.query(
    `set default_transaction_read_only = on; set statement_timeout = ${Math.trunc(statementTimeoutMs)};
    set standard_conforming_strings = on; set timezone = 'UTC'`,
  )
}

/** Work that is run again when it is not to blame for its failure. */
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

/** Work on a connection that is its own; one that was lost, or keeps what is outdated, is not used again. */
async function withClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, lost: (cause: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // Listened to while it is ours, or a connection lost between two statements would end the process.
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
    // Nobody waits for it: what is sent behind it runs after it, and cannot write if it failed.
    const begun = client.query(begin)
    begun.catch(() => undefined)
    try {
      const result = await work({ execute: (sql, parameters) => execute(client, sql, parameters) })
      await begun
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error('PostgreSQL undid the transaction instead of committing it')
      return result
    } catch (error) {
      // Behind all that was sent, whose answers nobody waits for any more.
      await client.query('rollback').catch(lost)
      throw error
    }
  })

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

async function execute(client: pg.PoolClient, sql: string, given: readonly unknown[]): Promise<QueryResult<never>> {
  const parameters = given.map((value, position) =>
    Array.isArray(value) ? value.map(toScalar) : toScalar(value, position),
  )
  const name = statementName(sql)
  const query = name === undefined ? { text: sql, values: parameters } : { name, text: sql, values: parameters }
  const { command, rowCount, rows } = await client.query<never>(query).catch(refusePattern)
  return counted.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
}

/** Patterns are limited so that this does not happen (kit/pattern); whoever finds one that it does not take, wrote it. */
function refusePattern(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === '2201B')) throw error
  throw new Refusal('invalid', 'A pattern is too complex for the database')
}

/** Serialisation failure, deadlock: the transaction did nothing wrong and may be run again. */
const metAnother = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')

/**
 * What is kept by name has other columns since another process migrated. A connection that does not know it yet is right
 * about it. The code says "not supported" alone, and the words depend on the language of the server.
 */
const isOutdated = (error: unknown): error is Error =>
  error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'

const { builtins } = pg.types

/** Answers the JavaScript values that SQLite answers. */
function getTypeParser(type: number, format?: 'text' | 'binary') {
  switch (type) {
    case builtins.INT8:
      return safeInteger
    // The sum of bigints, for one.
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
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large a number`)
  return number
}
