import type { QueryResult } from 'kysely'
import type { DatabaseStatistics } from './statistics.ts'

export type Dialect = 'sqlite' | 'postgres'

/** Runs statements. SQLite answers synchronously, PostgreSQL asynchronously. */
export interface Connection {
  execute(sql: string, parameters: readonly unknown[]): QueryResult<never> | Promise<QueryResult<never>>
  /**
   * In a transaction on PostgreSQL: sends a statement before it returns, so that later statements run after it. Its
   * response is awaited with that of the commit, which fails if the statement failed.
   */
  send?(sql: string, parameters: readonly unknown[]): Promise<QueryResult<never>>
  /** In a transaction: each later statement fails with this cause, and so does the commit. */
  fail?(cause: unknown): void
}

/** What is indexed instead of a column, in the SQL of both databases. */
export interface IndexedExpression {
  readonly expression: string
}

/** An index on a table that exists. */
export interface NewIndex {
  readonly name: string
  readonly table: string
  readonly columns: readonly (string | IndexedExpression)[]
  readonly isUnique?: boolean
}

/** The operations of each database below Kysely; db.ts wraps them in the terms of the product. */
export interface Engine {
  readonly dialect: Dialect
  readonly read: Connection
  /** Variant for small queries that each request runs, wherever it is fastest. */
  readonly quickRead: Connection
  /** Variant for long queries, so that other requests do not wait for them. */
  readonly longRead: Connection
  /** Variant for the many reads of an export: on a replica of PostgreSQL, if one is configured. */
  readonly exportRead: Connection
  /** Runs one durable transaction; may run the work again when the database requires it. */
  write<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Runs one read-only transaction on a snapshot. */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Runs one transaction while no other process migrates. */
  migrate<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Creates indexes without a lock that writers wait for; absent: a transaction creates them. */
  createIndexes?(indexes: readonly NewIndex[]): Promise<void>
  /** Returns whether the database answers now, without waiting for the end of an outage. */
  isReachable(): Promise<boolean>
  statistics(): DatabaseStatistics
  close(): Promise<void>
}
