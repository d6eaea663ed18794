import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseLostError } from '../../kit/messages/outage.ts'
import { createBuilder } from '../engine/builders.ts'
import type { Connection, Engine } from '../engine/engine.ts'
import { createAvailability } from './availability.ts'
import {
  executeInTransaction,
  executeStatement,
  executeUnnamed,
  getTypeParser,
  isOutdated,
  metAnother,
  withClient,
} from './postgres-client.ts'
import { createHosts } from './postgres-hosts.ts'
import { createIndexesConcurrently } from './postgres-indexes.ts'
import { openReplica } from './postgres-replica.ts'
import {
  assertRole,
  assertSessions,
  configureSession,
  limitIdleTime,
  probeDatabase,
  probeMs,
  transactionSettings,
  unlimitedIdleTime,
} from './postgres-session.ts'
import { runTransaction } from './postgres-transaction.ts'
import { type PrimaryPosition, parsePosition, primaryQuery, storeTimeline } from './replica-position.ts'

interface PostgresOptions {
  /** May have several hosts, of which one is the primary. */
  readonly url: string
  /** Streaming replicas. */
  readonly readUrl?: string | undefined
  readonly poolSize?: number | undefined
  readonly statementTimeoutMs?: number | undefined
  readonly lockTimeoutMs?: number | undefined
  /** How long a write may send nothing before it loses its locks and runs again, then for as long as a lock is waited for. */
  readonly idleTimeoutMs?: number | undefined
  readonly outageWaitMs?: number | undefined
  readonly pooling?: Pooling | undefined
}

/** Which unit of work gets a server connection: through a pooler in transaction mode it is not a whole session. */
type Pooling = 'session' | 'transaction'

/** Opens PostgreSQL, which several servers can share. */
export async function openPostgres({
  url,
  readUrl,
  poolSize = 10,
  statementTimeoutMs = 30_000,
  lockTimeoutMs = 0,
  idleTimeoutMs = 5000,
  outageWaitMs = 15_000,
  pooling = 'session',
}: PostgresOptions): Promise<Engine> {
  const isUnlimited = lockTimeoutMs === 0
  const limits = {
    statementTimeoutMs,
    lockTimeoutMs,
    idleTimeoutMs: isUnlimited ? 0 : Math.min(idleTimeoutMs, lockTimeoutMs),
  }
  const hosts = createHosts(url, (each) => probeDatabase(each, 'primary'))
  const pool = new pg.Pool({
    // Its type has no parameters, but the pool passes its options.
    Client: hosts.Client as new () => pg.ClientBase,
    max: poolSize,
    // Statements that are started together are sent together.
    pipeline: true,
    // An error is better than a request that waits forever: it shows a deadlock of the pool.
    connectionTimeoutMillis: 30_000,
    types: { getTypeParser },
    async onConnect(client) {
      if (pooling === 'session') await configureSession(client, limits)
      await assertRole(client, 'primary')
    },
  })
  // A connection that breaks while idle leaves the pool; without a listener the error would end the process.
  pool.on('error', () => {})
  // A server that does not respond is reported at startup.
  try {
    if (hosts.count > 1) await hosts.locate()
    await pool.query('select 1')
    if (pooling === 'session') await assertSessions(hosts.url)
  } catch (error) {
    await pool.end()
    throw error
  }

  const probe = (): Promise<void> => hosts.locate()
  const availability = createAvailability({ probe, waitMs: outageWaitMs })
  // Inside: conflicts with other transactions. Outside: outages, each of which has a time limit.
  let conflicts = 0
  const countConflict = (): void => {
    conflicts++
  }
  const run = <T>(work: () => Promise<T>): Promise<T> => availability.run(() => withRetries(work, countConflict))

  // In transaction mode each transaction configures itself, in the same round trip, and statements have no names.
  const isSession = pooling === 'session'
  const settings = isSession ? '' : `; ${transactionSettings(limits)}`
  const execute = isSession ? executeStatement : executeUnnamed
  const transaction = <T>(begin: string, work: (on: Connection) => Promise<T>, more = settings): Promise<T> =>
    runTransaction(pool, `${begin}${more}`, execute, work)

  const read: Connection = {
    execute: (sql, parameters) =>
      run(() =>
        withClient(pool, (client) =>
          isSession ? execute(client, sql, parameters) : executeInTransaction(client, settings, sql, parameters),
        ),
      ),
  }

  const write: Engine['write'] = (work) => {
    let more = settings
    return run(async () => {
      try {
        return await transaction('begin isolation level read committed read write', work, more)
      } catch (error) {
        // Its node may have been stopped, or it computes for so long.
        if (error instanceof DatabaseLostError) more = `${settings}; ${limitIdleTime(lockTimeoutMs)}`
        throw error
      }
    })
  }

  async function readPosition(): Promise<PrimaryPosition | undefined> {
    const { rows } = await read.execute(primaryQuery, [])
    const result = parsePosition(rows[0])
    if (result === undefined || result.isStored) return result?.position
    await write((connection) => storeTimeline(createBuilder('postgres', connection), result.position.timeline))
    const { rows: later } = await read.execute(primaryQuery, [])
    return parsePosition(later[0])?.position
  }

  const replica =
    readUrl === undefined ? undefined : openReplica({ url: readUrl, poolSize, pooling, limits, readPosition })
  const replicaRead: Connection =
    replica === undefined
      ? read
      : {
          execute: async (sql, parameters) => (await replica.execute(sql, parameters)) ?? read.execute(sql, parameters),
        }

  return {
    dialect: 'postgres',
    read,
    quickRead: read,
    longRead: replicaRead,
    exportRead: replicaRead,

    write,

    snapshot: (work) =>
      run(() =>
        transaction('begin isolation level repeatable read read only', work, `${settings}; ${unlimitedIdleTime}`),
      ),

    migrate: (work) =>
      run(() =>
        transaction('begin read write', async (connection) => {
          // Waiting for another migrating process and a long change of a table are not errors.
          await connection.execute('set local statement_timeout = 0', [])
          await connection.execute('set local lock_timeout = 0', [])
          await connection.execute(unlimitedIdleTime, [])
          await connection.execute(`select pg_advisory_xact_lock(${migrationLock})`, [])
          return work(connection)
        }),
      ),

    createIndexes: (indexes) =>
      run(async () => {
        const createLocked = () =>
          transaction('begin isolation level read committed read write', async (connection) => {
            await connection.execute(unlimitedIdleTime, [])
            const { rows } = await connection.execute(lockIndexes, [])
            if (!isLocked(rows[0])) return false
            await createIndexesConcurrently(hosts.url, indexes, { hasSession: isSession })
            return true
          })
        // Waiting in the database would hold a snapshot, which the other process waits for.
        while (!(await createLocked())) await sleep(indexLockPollMs)
      }),

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
      replica: replica?.statistics() ?? null,
    }),

    async close() {
      availability.close()
      await Promise.all([pool.end(), replica?.close()])
    },
  }
}

// One of several blocking transactions always succeeds, so this is enough for twenty at once.
const retries = 20
/** Any number that never changes. */
const migrationLock = 7_310_421
/** Another one: a process that waits for the lock of migrations holds a snapshot. */
const lockIndexes = 'select pg_try_advisory_xact_lock(7310422)::int as "isLocked"'
const isLocked = (row: { readonly isLocked: number } | undefined): boolean => row?.isLocked === 1
const indexLockPollMs = 200

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
