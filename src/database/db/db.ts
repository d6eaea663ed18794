import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import type { Topic } from '../../kit/caches/revision-cache.ts'
import { assertClientWaits, assertClientWaitsForCommit } from '../../kit/concurrency/waiting-client.ts'
import type { Tracing } from '../../kit/tracing/tracing.ts'
import { type EpochSeconds, systemClock } from '../../kit/values/time.ts'
import { SeenWrites } from '../effects/seen-writes.ts'
import { settleArtifacts } from '../effects/settle-artifacts.ts'
import { settleRevisions } from '../effects/settle-revisions.ts'
import { createBuilder, createTransactionBuilder } from '../engine/builders.ts'
import type { Connection, Dialect, Engine } from '../engine/engine.ts'
import type { DatabaseStatistics } from '../engine/statistics.ts'
import { traceStatements, traceTransaction } from '../engine/trace-statements.ts'
import { migrations } from '../migrations/list.ts'
import { type Migration, migrateAll } from '../migrations/migrate.ts'
import type { AffectedArtifacts } from '../tables/affected-artifacts.ts'
import type { Tables } from '../tables/tables.ts'
import type { Reader, Tx } from '../tables/transaction.ts'
import { type WriteEffects, writeEffects } from '../tables/write-effects.ts'
import { addAuditEntry } from '../unit/add-audit-entry.ts'
import { addJobs, getTrace } from '../unit/add-jobs.ts'
import { withArtifactLocks } from '../unit/lock-artifact-changes.ts'
import { settleChanges } from '../unit/settle-changes.ts'
import { createUnitTransaction, type UnitEffects } from '../unit/unit-transaction.ts'

export type { Reader, Tx } from '../tables/transaction.ts'

/** What a transaction does; `db` is the database within it. */
type Work<Result> = (tx: Tx, db: UnitDatabase) => Promise<Result>

/** A database that only runs transactions, without reads outside of them. */
export interface Transactions {
  readonly dialect: Dialect
  /**
   * Runs one transaction and resolves after the commit is durable. The work may be run again (PostgreSQL: when
   * transactions conflict, or when the connection is lost before the commit; SQLite: when another work of the same
   * commit fails). After a failed statement it can only be rolled back, even if the error was caught. It is rolled back
   * as well if the client it is done for has left (waiting-client.ts).
   */
  write<T>(work: Work<T>): Promise<T>
  /** Variant for a change that affects several artifacts: their locks precede all others. undefined: it affects one. */
  writeArtifacts<T>(affected: AffectedArtifacts | undefined, work: Work<T>): Promise<T>
  /** Returns whether the database answers now, without waiting for the end of an outage. */
  isReachable(): Promise<boolean>
  /** Returns what monitoring reports; does not use the database. */
  statistics(): DatabaseStatistics
}

export interface Database extends Transactions {
  /** Each query sees everything that was committed before it. */
  readonly read: Reader
  /** Variant for small queries that every request runs. */
  readonly quickRead: Reader
  /**
   * Variant for long queries: on SQLite a separate thread reads, so that other requests do not wait; on PostgreSQL a
   * replica, if one is configured and has everything that was committed before.
   */
  readonly longRead: Reader
  /** Variant for the many reads of an export: on a replica of PostgreSQL as well. */
  readonly exportRead: Reader
  /** Runs several reads on one snapshot. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /**
   * Calls `listener` after each transaction of `write` in this process, before `write` resolves, with what it
   * invalidated, until the returned function is called.
   */
  onWrite(listener: (invalidated: readonly Topic[]) => void): () => void
  /** Runs the pending migrations; several processes may do so at once. */
  migrate(): Promise<void>
  close(): Promise<void>
}

declare const inUnit: unique symbol

/** The database within one transaction: all its reads and writes join it. Only `write` creates one. */
export interface UnitDatabase extends Database {
  readonly [inUnit]: true
}

/** Returns the database within a transaction. */
export function joinTransaction({ dialect, isReachable, statistics }: Transactions, tx: Tx): UnitDatabase {
  const joined: Database = {
    dialect,
    read: tx,
    quickRead: tx,
    longRead: tx,
    exportRead: tx,
    write: (work) => work(tx, unit),
    writeArtifacts: (affected, work) => withArtifactLocks(tx, affected, () => work(tx, unit)),
    snapshot: (work) => work(tx),
    // Nothing of it is visible before the outer transaction ends.
    onWrite: () => () => {},
    migrate: () => Promise.reject(new Error('Migrations cannot run within a transaction')),
    isReachable,
    statistics,
    close: () => Promise.reject(new Error('A transaction does not close its database')),
  }
  // All its reads are those of the transaction.
  const unit = joined as UnitDatabase
  return unit
}

export interface DatabaseOptions {
  /** postgres://…, of one or several hosts */
  readonly url?: string | undefined
  /** URL of replicas of PostgreSQL. */
  readonly readUrl?: string | undefined
  /** Directory of the SQLite file. */
  readonly directory?: string | undefined
  /** Maximum number of connections to PostgreSQL. */
  readonly poolSize?: number | undefined
  /** Timeout of a PostgreSQL statement; 0 for no limit. */
  readonly statementTimeoutMs?: number | undefined
  /** Timeout of waiting for a lock of PostgreSQL; 0 for no limit. */
  readonly lockTimeoutMs?: number | undefined
  /** How long a write to PostgreSQL may send nothing before it loses its locks and runs again, with the lock timeout. */
  readonly idleTimeoutMs?: number | undefined
  /** `transaction`: PostgreSQL is behind a pooler in transaction mode, which keeps nothing between transactions. */
  readonly pooling?: 'session' | 'transaction' | undefined
  /** How long work waits and is tried again while PostgreSQL is lost, from the beginning of the outage; 0: not at all. */
  readonly outageWaitMs?: number | undefined
  readonly tracing?: Tracing | null | undefined
  /** When jobs are due that have no time of their own. */
  readonly clock?: { now(): EpochSeconds } | undefined
  /** For tests: other tables. */
  readonly migrations?: readonly Migration[] | undefined
  /** Its rows are copied from another database, those of `revision` included. */
  readonly isCopy?: boolean
  /** For tests: what writes invalidate. */
  readonly effects?: WriteEffects
}

/** Name of the embedded database in the data directory. */
export const sqliteFileName = 'tulipwood.sqlite'

/** Opens PostgreSQL if a URL is configured, else SQLite in the directory. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { tracing = null } = options
  const engine = await openEngine(options)
  return databaseOn(
    tracing === null ? engine : traceStatements(engine, tracing),
    options.migrations ?? migrations,
    tracing,
    options,
  )
}

async function openEngine(options: DatabaseOptions): Promise<Engine> {
  const { url, directory } = options
  // Each engine loads its driver, of which only one is needed.
  if (url !== undefined) return (await import('../postgres/postgres.ts')).openPostgres({ ...options, url })
  if (directory !== undefined)
    return (await import('../sqlite/sqlite.ts')).openSqliteEngine(join(directory, sqliteFileName))
  throw new Error('Either a URL or a directory of a database is required')
}

function databaseOn(
  engine: Engine,
  steps: readonly Migration[],
  tracing: Tracing | null,
  {
    isCopy = false,
    effects = writeEffects,
    clock = systemClock,
  }: Pick<DatabaseOptions, 'isCopy' | 'effects' | 'clock'>,
): Database {
  const { dialect } = engine
  const running = new AsyncLocalStorage<{ over: boolean }>()
  let closing: Promise<void> | undefined
  const listeners = new Set<(invalidated: readonly Topic[]) => void>()

  // An inner transaction would wait for the outer one, which waits for it.
  function refuseInside(): void {
    if (running.getStore()?.over === false) {
      throw new Error('A transaction was started inside a transaction: pass the outer one on')
    }
  }

  /** Runs work on a dedicated connection, in the async context of the caller. */
  function bounded<T>(work: (connection: Once) => Promise<T>): (connection: Connection) => Promise<T> {
    const inContext = AsyncLocalStorage.snapshot()
    return (connection) => {
      const turn = { over: false }
      const once = new Once(connection)
      const run = async () => {
        try {
          const result = await work(once)
          once.refuseFailure()
          return result
        } finally {
          turn.over = true
          once.end()
        }
      }
      return inContext(() => running.run(turn, run))
    }
  }

  const unitEffects: UnitEffects = {
    addJobs: (tx, kind, payloads, runAt) => {
      const now = clock.now()
      return addJobs(tx, kind, payloads, runAt ?? now, getTrace(tracing), now)
    },
    audit: addAuditEntry,
  }

  const database: Database = {
    dialect,
    read: createBuilder<Tables>(dialect, engine.read),
    quickRead: createBuilder<Tables>(dialect, engine.quickRead),
    longRead: createBuilder<Tables>(dialect, engine.longRead),
    exportRead: createBuilder<Tables>(dialect, engine.exportRead),
    async write(work) {
      refuseInside()
      let invalidated: readonly Topic[] = []
      const result = await traceTransaction(tracing, dialect, 'transaction', () =>
        engine.write(
          bounded(async (connection) => {
            assertClientWaits()
            // The only place that creates a Tx: here the connection is inside a transaction.
            const seenWrites = isCopy ? undefined : new SeenWrites(effects, connection)
            const tx = createUnitTransaction(dialect, connection, seenWrites, unitEffects)
            seenWrites?.settleArtifactsBy(() => settleArtifacts(tx, seenWrites.artifacts))
            const result = await work(tx, joinTransaction(database, tx))
            await assertClientWaitsForCommit()
            if (seenWrites === undefined) return result
            connection.refuseFailure()
            await settleChanges(tx, seenWrites.changes, getTrace(tracing))
            await settleArtifacts(tx, seenWrites.artifacts)
            // Last, so that others wait for the rows of the counters as briefly as possible.
            await settleRevisions(tx)
            invalidated = seenWrites.invalidated()
            return result
          }),
        ),
      )
      for (const listener of listeners) listener(invalidated)
      return result
    },
    writeArtifacts: (affected, work) => database.write((tx, db) => withArtifactLocks(tx, affected, () => work(tx, db))),
    async snapshot(work) {
      refuseInside()
      const read = (connection: Connection) => work(createTransactionBuilder<Tables>(dialect, connection))
      return traceTransaction(tracing, dialect, 'snapshot', () => engine.snapshot(bounded(read)))
    },
    onWrite(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    migrate: () => migrateAll(engine, steps),
    isReachable: () => engine.isReachable(),
    statistics: () => engine.statistics(),
    close() {
      closing ??= engine.close()
      return closing
    },
  }
  return database
}

/**
 * A connection for one transaction, where a failed statement is final, as in PostgreSQL: each later or pending
 * statement fails with the cause of the first one.
 */
class Once implements Connection {
  readonly send?: NonNullable<Connection['send']>
  readonly #connection: Connection
  #failure: { readonly cause: unknown } | undefined
  #ended = false

  constructor(connection: Connection) {
    this.#connection = connection
    const { send } = connection
    if (send !== undefined) this.send = (sql, parameters) => this.#send(send, sql, parameters)
  }

  async execute(sql: string, parameters: readonly unknown[]) {
    this.#assertUsable()
    try {
      return await this.#connection.execute(sql, parameters)
    } catch (cause) {
      this.fail(cause)
      throw this.#failure?.cause
    }
  }

  #send(send: NonNullable<Connection['send']>, sql: string, parameters: readonly unknown[]) {
    this.#assertUsable()
    const response = send(sql, parameters)
    response.catch((cause) => this.fail(cause))
    return response
  }

  #assertUsable(): void {
    if (this.#ended) throw new Error('A statement ran after the end of its transaction: an await is missing')
    if (this.#failure) throw this.#failure.cause
  }

  fail(cause: unknown): void {
    this.#failure ??= { cause }
  }

  refuseFailure(): void {
    if (this.#failure) throw new Error('An earlier statement of this transaction failed', this.#failure)
  }

  end(): void {
    this.#ended = true
  }
}
