// Both databases refuse the same values.
import { toScalar } from '@tulipwood/sqlite/scalar'
import type { QueryResult } from 'kysely'
import pg from 'pg'
import { DatabaseLostError, isUnreachable } from '../../kit/messages/outage.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { findStatementName } from '../engine/named-statements.ts'

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
export const toLost = (error: unknown): unknown =>
  error instanceof Error && !(error instanceof DatabaseLostError) && (isUnreachable(error) || isOfStandby(error))
    ? new DatabaseLostError(error)
    : error

/** Through a pooler in transaction mode, a statement may reach a standby, which has no timeline to write to. */
const isOfStandby = (error: Error): boolean =>
  'code' in error && error.code === '55000' && 'routine' in error && error.routine === 'pg_current_wal_lsn'

/** Runs work on a dedicated connection; one that was lost, or has outdated statements, is not used again. */
export async function withClient<T>(
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

export type Execute = (
  client: pg.PoolClient,
  sql: string,
  parameters: readonly unknown[],
) => Promise<QueryResult<never>>

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

export const executeStatement: Execute = (client, sql, parameters) =>
  query(client, findStatementName(sql), sql, parameters)

export const executeUnnamed: Execute = (client, sql, parameters) => query(client, undefined, sql, parameters)

/** Runs one statement in a read-only transaction of its own; all is sent together. */
export async function executeInTransaction(
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
  parameters: readonly unknown[],
): Promise<QueryResult<never>> {
  const values = toValues(parameters)
  return client
    .query<never>(name === undefined ? { text, values } : { name, text, values })
    .then(toResult, refuseStatement)
}

const toValues = (parameters: readonly unknown[]) =>
  parameters.map((value, position) => (Array.isArray(value) ? value.map(toScalar) : toScalar(value, position)))

function toResult({ command, rowCount, rows }: pg.QueryResult<never>): QueryResult<never> {
  return counted.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
}

/** Limits on patterns (kit/pattern) prevent 2201B; a pattern that still exceeds them is the client's error. */
function refuseStatement(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === '2201B')) throw toLost(error)
  throw new Refusal('invalid', 'A pattern is too complex for the database')
}

/** Serialization failure or deadlock: the transaction may be run again. */
export const metAnother = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')

/**
 * A named statement returns other columns since another process migrated. A connection that has not prepared it yet is
 * not affected. The code only means "not supported", and the text depends on the language of the server.
 */
export const isOutdated = (error: unknown): error is Error =>
  error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'

const { builtins } = pg.types

/** Parses values to the JavaScript values that SQLite returns. */
export function getTypeParser(type: number, format?: 'text' | 'binary') {
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
