import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResult } from 'kysely'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { DatabaseLostError, isUnreachable, UnknownCommitError } from '../outage.ts'
import { Refusal } from '../refusal.ts'
import { createAvailability } from './availability.ts'
import { type Connection, type Engine, toScalar } from './engine.ts'
import { findStatementName } from './named-statements.ts'

interface PostgresOptions {
  readonly url: string
  readonly poolSize?: number | undefined
  readonly statementTimeoutMs?: number | undefined
  readonly outageWaitMs?: number | undefined
  readonly pooling?: Pooling | undefined
}

/** Which unit of work gets a server connection: through a pooler in transaction mode it is not a whole session. */
type Pooling = 'session' | 'transaction'

/** Opens PostgreSQL, which several servers can share. */
export async function openPostgres({
  url,
  poolSize = 10,
  statementTimeoutMs = 30_000,
  outageWaitMs = 15_000,
  pooling = 'session',
}: PostgresOptions): Promise<Engine> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    // Statements that are started together are sent together.
    pipeline: true,
    // An error is better than a request that waits forever: it shows a deadlock of the pool.
    connectionTimeoutMillis: 30_000,
    types: { getTypeParser },
    onConnect: (client) =>
      pooling === 'session' ? configureConnection(client, statementTimeoutMs) : assertPrimary(client),
  })
  // A connection that breaks while idle leaves the pool; without a listener the error would end the process.
  pool.on('error', () => {})
  // A server that does not respond is reported at startup.
  try {
    await pool.query('select 1')
    if (pooling === 'session') await assertSessions(url)
  } catch (error) {
    await pool.end()
    throw error
  }

  const probe = (): Promise<unknown> => probeDatabase(url)
  const availability = createAvailability({ probe, waitMs: outageWaitMs })
  // Inside: conflicts with other transactions. Outside: outages, each of which has a time limit.
  let conflicts = 0
  const countConflict = (): void => {
    conflicts++
  }
  const run = <T>(work: () => Promise<T>): Promise<T> => availability.run(() => withRetries(work, countConflict))

  // In transaction mode each transaction configures itself, in the same round trip, and statements have no names.
  const isSession = pooling === 'session'
  const settings = isSession ? '' : `; ${transactionSettings(statementTimeoutMs)}`
  const execute = isSession ? executeStatement : executeUnnamed
  const transaction = <T>(begin: string, work: (on: Connection) => Promise<T>): Promise<T> =>
    runTransaction(pool, `${begin}${settings}`, execute, work)

  const read: Connection = {
    execute: (sql, parameters) =>
      run(() =>
        withClient(pool, (client) =>
          isSession ? execute(client, sql, parameters) : executeInTransaction(client, settings, sql, parameters),
        ),
      ),
  }

  return {
    dialect: 'postgres',
    read,
    quickRead: read,
    longRead: read,

    write: (work) => run(() => transaction('begin isolation level read committed read write', work)),

    snapshot: (work) => run(() => transaction('begin isolation level repeatable read read only', work)),

    migrate: (work) =>
      run(() =>
        transaction('begin read write', async (connection) => {
          // Waiting for another migrating process and a long change of a table are not errors.
          await connection.execute('set local statement_timeout = 0', [])
          await connection.execute(`select pg_advisory_xact_lock(${migrationLock})`, [])
          return work(connection)
        }),
      ),

    async isReachable() {
      if (availability.isLost) return false
      const answers = withClient(pool, (client) => client.query('select 1')).then(() => true)
      answers.catch(() => undefined)
      try {
        // All connections may be busy, or wait for a host that is gone.
        return (
          (await Promise.race([answers, sleep(probeMs, false, { ref: false })])) || (await probe().then(() => true))
        )
      } catch {
        return false
      }
    },

    statistics: () => ({
      connections: {
        maximum: poolSize,
        open: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      },
      outages: availability.outages,
      conflicts,
    }),

    close() {
      availability.close()
      return pool.end()
    },
  }
}

// One of several blocking transactions always succeeds, so this is enough for twenty at once.
const retries = 20
/** Any number that never changes. */
const migrationLock = 7_310_421

/** Time limit of a probe: a host that is gone does not answer at all. */
const probeMs = 2000

/** Resolves when the database accepts writes. A connection of its own: those of the pool may all be lost or busy. */
async function probeDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: probeMs, query_timeout: probeMs })
  // A connection lost after its last response.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await assertPrimary(client)
  } finally {
    void client.end().catch(() => undefined)
  }
}

/** A standby, or a server that is about to become the primary, accepts no writes and may be behind. */
async function assertPrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: number }>('select pg_is_in_recovery()::int as standby')
  if (rows[0]?.standby !== 0) throw new DatabaseLostError(new Error('The database server is a standby'))
}

/** Connections are read-only unless a transaction is not, like the reading connection of SQLite. */
async function configureConnection(client: pg.ClientBase, statementTimeoutMs: number): Promise<void> {
  await client.query(
    `set default_transaction_read_only = on; set statement_timeout = ${Math.trunc(statementTimeoutMs)};
    set standard_conforming_strings = on; set timezone = 'UTC'`,
  )
  await assertPrimary(client)
}

/** The same within a transaction, for a pooler that gives the next transaction another server connection. */
const transactionSettings = (statementTimeoutMs: number): string =>
  `set local statement_timeout = ${Math.trunc(statementTimeoutMs)}; set local standard_conforming_strings = on; set local timezone = 'UTC'`

/** Rejects a pooler in transaction mode, where settings and statements of a session would be those of other clients. */
async function assertSessions(url: string): Promise<void> {
  const clients = [1, 2].map(() => new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 }))
  const [first, second] = clients
  if (first === undefined || second === undefined) return
  for (const client of clients) client.on('error', () => undefined)
  try {
    await first.connect()
    const { rows } = await first.query<{ pid: number }>('select pg_backend_pid() as pid')
    // Without a pooler, the server reports its own process at the start of the connection.
    if ('processID' in first && first.processID === rows[0]?.pid) return
    await second.connect()
    await first.query(`set tulipwood.session = 'kept'`)
    // A pooler in transaction mode gives the connection of the first client to the second one.
    await second.query('begin')
    const kept = await first.query<{ kept: string | null }>(`select current_setting('tulipwood.session', true) as kept`)
    const isKept = kept.rows[0]?.kept === 'kept'
    const foreign = await second.query<{ kept: string | null }>(
      `select current_setting('tulipwood.session', true) as kept`,
    )
    await second.query('rollback')
    if (isKept && foreign.rows[0]?.kept !== 'kept') return
    throw new ConfigError(
      'DATABASE_URL leads to a connection pooler in transaction mode, such as PgBouncer with pool_mode = transaction. Set TULIPWOOD_DATABASE_POOLING=transaction, or use pool_mode = session',
    )
  } finally {
    for (const client of clients) void client.end().catch(() => undefined)
  }
}

/** Runs work again when it failed because of other transactions. */
async function withRetries<T>(work: () => Promise<T>, onRetry: () => void): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt > retries || !(metAnother(error) || isOutdated(error))) throw error
      onRetry()
      await sleep(Math.random() * 20 * Math.min(attempt, 5))
    }
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    // All connections are busy: the database is not lost.
    if (error instanceof Error && error.message === 'timeout exceeded when trying to connect') throw error
    throw toLost(error)
  }
}

/** Returns the error of a statement as `DatabaseLostError` if it means that the connection, or the primary, was lost. */
const toLost = (error: unknown): unknown =>
  error instanceof Error && !(error instanceof DatabaseLostError) && (isUnreachable(error) || isOfStandby(error))
    ? new DatabaseLostError(error)
    : error

/** Through a pooler in transaction mode, a statement may reach a standby, which has no timeline to write to. */
const isOfStandby = (error: Error): boolean =>
  'code' in error && error.code === '55000' && 'routine' in error && error.routine === 'pg_current_wal_lsn'

/** Runs work on a dedicated connection; one that was lost, or has outdated statements, is not used again. */
async function withClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, lost: (cause: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await connect(pool)
  // Without a listener, a connection lost between two statements would end the process.
  let broken: Error | undefined
  const lost = (cause: Error): void => {
    broken = cause
  }
  client.on('error', lost)
  try {
    return await work(client, lost)
  } catch (error) {
    if (isOutdated(error) || error instanceof DatabaseLostError) lost(error)
    throw error
  } finally {
    client.off('error', lost)
    client.release(broken)
  }
}

type Execute = (client: pg.PoolClient, sql: string, parameters: readonly unknown[]) => Promise<QueryResult<never>>

const runTransaction = <T>(
  pool: pg.Pool,
  begin: string,
  execute: Execute,
  work: (on: Connection) => Promise<T>,
): Promise<T> =>
  withClient(pool, async (client, lost) => {
    let loss: DatabaseLostError | undefined
    const noticeLoss = (error: unknown): never => {
      if (error instanceof DatabaseLostError) loss ??= error
      throw error
    }
    // The response is not awaited: later statements run after it, and cannot write if it failed.
    const begun = client.query(begin).catch((error: unknown) => noticeLoss(toLostAtBegin(error)))
    begun.catch(() => undefined)
    const sent: Promise<unknown>[] = []
    try {
      const result = await work({
        execute: (sql, parameters) => execute(client, sql, parameters).catch(noticeLoss),
        send(sql, parameters) {
          const response = execute(client, sql, parameters).catch(noticeLoss)
          response.catch(() => undefined)
          sent.push(response)
          return response
        },
      })
      if (loss !== undefined) throw loss
      await commit(client, begun, sent)
      return result
    } catch (error) {
      // Sent after all other statements, whose responses are no longer awaited.
      await client.query('rollback').catch(lost)
      if (error instanceof UnknownCommitError) throw error
      // Work may have replaced the error by one of its own, which only the loss has caused.
      throw loss ?? (isConsequence(error) ? await findCause(sent, error) : error)
    }
  })

/** Sends the commit without waiting for the responses to the last statements. */
async function commit(
  client: pg.PoolClient,
  begun: Promise<unknown>,
  sent: readonly Promise<unknown>[],
): Promise<void> {
  // After a failed statement, PostgreSQL rolls back instead of committing.
  const committed = client.query('commit')
  committed.catch(() => undefined)
  try {
    await begun
    // The first failure is the cause of the others.
    for (const response of sent) await response
    const { command } = await committed
    if (command !== 'COMMIT') throw new Error('PostgreSQL rolled back the transaction instead of committing it')
  } catch (error) {
    // The commit was sent: PostgreSQL may have received it, whichever response was lost.
    const cause = error instanceof DatabaseLostError ? error.cause : error
    throw cause instanceof Error && isUnreachable(cause) ? new UnknownCommitError(cause) : error
  }
}

/** Returns the first failure among the statements whose responses were not awaited. */
async function findCause(sent: readonly Promise<unknown>[], otherwise: unknown): Promise<unknown> {
  for (const response of await Promise.allSettled(sent)) if (response.status === 'rejected') return response.reason
  return otherwise
}

/** Whether a statement failed only because an earlier one of its transaction had failed. */
const isConsequence = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25P02'

/** A server that does not accept writes (any more, or yet) is not the primary: SQLSTATE 0A000 or 25006. */
function toLostAtBegin(error: unknown): unknown {
  const isStandby = error instanceof Error && 'code' in error && (error.code === '0A000' || error.code === '25006')
  return isStandby ? new DatabaseLostError(error) : toLost(error)
}

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const executeStatement: Execute = (client, sql, parameters) => query(client, findStatementName(sql), sql, parameters)

const executeUnnamed: Execute = (client, sql, parameters) => query(client, undefined, sql, parameters)

/** Runs one statement in a read-only transaction of its own; all is sent together. */
async function executeInTransaction(
  client: pg.PoolClient,
  settings: string,
  sql: string,
  parameters: readonly unknown[],
): Promise<QueryResult<never>> {
  // Nothing is sent for parameters that cannot be.
  toValues(parameters)
  const [begun, result, ended] = await Promise.allSettled([
    client.query(`begin read only${settings}`),
    executeUnnamed(client, sql, parameters),
    client.query('commit'),
  ])
  if (result.status === 'rejected') throw begun.status === 'rejected' ? toLost(begun.reason) : result.reason
  for (const each of [begun, ended]) if (each.status === 'rejected') throw toLost(each.reason)
  return result.value
}

/** Sends the statement before it returns; throws at once for parameters that cannot be sent. */
function query(
  client: pg.PoolClient,
  name: string | undefined,
  text: string,
  given: readonly unknown[],
): Promise<QueryResult<never>> {
  const values = toValues(given)
  return client
    .query<never>(name === undefined ? { text, values } : { name, text, values })
    .then(toResult, refuseStatement)
}

const toValues = (given: readonly unknown[]) =>
  given.map((value, position) => (Array.isArray(value) ? value.map(toScalar) : toScalar(value, position)))

function toResult({ command, rowCount, rows }: pg.QueryResult<never>): QueryResult<never> {
  return counted.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
}

/** Limits on patterns (kit/pattern) prevent 2201B; a pattern that still exceeds them is the client's error. */
function refuseStatement(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === '2201B')) throw toLost(error)
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
