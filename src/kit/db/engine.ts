import type { QueryResult } from 'kysely'

export type Dialect = 'sqlite' | 'postgres'

/** Where a statement runs. SQLite answers at once, PostgreSQL later. */
export interface Connection {
  execute(sql: string, parameters: readonly unknown[]): QueryResult<never> | Promise<QueryResult<never>>
}

/** What each database offers below Kysely; db.ts puts the words of the product around it. */
export interface Engine {
  readonly dialect: Dialect
  readonly read: Connection
  /** The same for small questions that each request asks, wherever it is quickest. */
  readonly quickRead: Connection
  /** The same for long questions, so that other requests do not wait for them. */
  readonly longRead: Connection
  /** One durable transaction; may run the work again when the database asks for it. */
  write<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** One read-only transaction that sees a single moment. */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** One transaction that no other process migrates beside. */
  migrate<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type Scalar = string | number | bigint | Uint8Array | null

/** Drivers convert what they do not know in silence (a Date vanishes, true becomes 1), so refuse it before. */
export function toScalar(value: unknown, position: number): Scalar {
  if (typeof value === 'string' || value === null || Number.isFinite(value)) return value as string | number | null
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value
  throw new TypeError(`Parameter ${position + 1} cannot be stored: ${describe(value)}`)
}

const describe = (value: unknown): string =>
  typeof value === 'object' ? `a ${value?.constructor?.name ?? 'object'}` : String(value)
