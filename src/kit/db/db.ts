import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { createBuilder, createTransactionBuilder } from './builders.ts'
import type { Connection, Dialect, Engine } from './engine.ts'
import { type Migration, migrateAll } from './migrate.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

/** Reads only. A transaction serves as well. */
export type Reader = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'case' | 'dynamic' | 'getExecutor'
>

declare const inWrite: unique symbol

/** A transaction; `write` alone makes one. */
export type Tx = Transaction<Tables> & { readonly [inWrite]: true }

export interface Database {
  readonly dialect: Dialect
  /** Each query sees all that was committed before it. */
  readonly read: Reader
  /** The same for small questions that every request asks. */
  readonly quickRead: Reader
  /** The same for long questions: on SQLite a thread of its own reads, so that other requests do not wait. */
  readonly longRead: Reader
  /**
   * One transaction; resolves after the commit is durable. The work may be run again (PostgreSQL, when
   * transactions meet), and once a statement of it failed it can only be undone, even if the error was caught.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Several reads that see the same moment. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /** Calls `listener` after each transaction of `write` in this process, until what is answered is called. */
  onWrite(listener: () => void): () => void
  /** Brings the tables up to date; several processes may do so at once. */
  migrate(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** postgres://… */
  readonly url?: string | undefined
  /** Folder of the SQLite file. */
  readonly folder?: string | undefined
  /** Connections to PostgreSQL at once. */
  readonly poolSize?: number | undefined
  /** Longest a PostgreSQL statement may take; 0 for no limit. */
  readonly statementTimeoutMs?: number | undefined
  /** For tests: other tables. */
  readonly migrations?: readonly Migration[] | undefined
}

/** The database of the settings: PostgreSQL when there is an address, else SQLite in the folder. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return databaseOn(await openEngine(options), options.migrations ?? migrations)
}

async function openEngine({ url, folder, poolSize, statementTimeoutMs }: DatabaseOptions): Promise<Engine> {
  // Each brings its driver, of which one is needed.
  if (url !== undefined) return (await import('./postgres.ts')).openPostgres({ url, poolSize, statementTimeoutMs })
  if (folder !== undefined) return (await import('./sqlite.ts')).openSqlite(join(folder, 'tulipwood.sqlite'))
  throw new Error('Say which database to open: a url or a folder')
}

function databaseOn(engine: Engine, steps: readonly Migration[]): Database {
  const { dialect } = engine
  const running = new AsyncLocalStorage<{ over: boolean }>()
  let closing: Promise<void> | undefined
  const listeners = new Set<() => void>()

  // An inner transaction would wait for the outer one, which waits for it.
  function refuseInside(): void {
    if (running.getStore()?.over === false) {
      throw new Error('A transaction was started inside a transaction: pass the outer one on')
    }
  }

  /** The work on a connection that is its own until it ends, in the context of who asked. */
  function bounded<T>(work: (connection: Connection) => Promise<T>): (connection: Connection) => Promise<T> {
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

  return {
    dialect,
    read: createBuilder<Tables>(dialect, engine.read),
    quickRead: createBuilder<Tables>(dialect, engine.quickRead),
    longRead: createBuilder<Tables>(dialect, engine.longRead),
    async write(work) {
      refuseInside()
      // The one place that makes a Tx: the connection is inside a transaction here and nowhere else.
      const result = await engine.write(
        bounded((connection) => work(createTransactionBuilder<Tables>(dialect, connection) as Tx)),
      )
      for (const listener of listeners) listener()
      return result
    },
    async snapshot(work) {
      refuseInside()
      return engine.snapshot(bounded((connection) => work(createTransactionBuilder<Tables>(dialect, connection))))
    },
    onWrite(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    migrate: () => migrateAll(engine, steps),
    close() {
      closing ??= engine.close()
      return closing
    },
  }
}

/**
 * A connection for the length of one transaction, where a failed statement is final, as PostgreSQL has it: each that
 * comes after it, or was on its way, fails with what the first one failed with.
 */
class Once implements Connection {
  readonly #connection: Connection
  #failure: { readonly cause: unknown } | undefined
  #ended = false

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async execute(sql: string, parameters: readonly unknown[]) {
    if (this.#ended) throw new Error('A statement came after the end of its transaction: an await is missing')
    if (this.#failure) throw this.#failure.cause
    try {
      return await this.#connection.execute(sql, parameters)
    } catch (cause) {
      this.#failure ??= { cause }
      throw this.#failure.cause
    }
  }

  refuseFailure(): void {
    if (this.#failure) throw new Error('An earlier statement of this transaction failed', this.#failure)
  }

  end(): void {
    this.#ended = true
  }
}
