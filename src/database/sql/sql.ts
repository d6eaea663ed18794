import {
  type CompiledQuery,
  type Expression,
  type Kysely,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely'
import { ByCodePoints, buildLikePattern, getConnection, getDialect, In } from '../engine/builders.ts'
import type { Dialect } from '../engine/engine.ts'
import { nameStatement } from '../engine/named-statements.ts'
import type { Tables } from '../tables/tables.ts'

// Tx of db.ts without importing it: migrations use this file and db.ts uses them.
type Tx = Transaction<Tables>

/** Kinds of ids; each has a sequence. */
export type SequenceName =
  | 'user'
  | 'project'
  | 'user_group'
  | 'service'
  | 'access_key'
  | 'token'
  | 'session'
  | 'passkey'
  | 'project_field'
  | 'category'
  | 'tracker'
  | 'field'
  | 'bind_value'
  | 'group_value'
  | 'open_value'
  | 'report'
  | 'renderer'
  | 'transition'
  | 'post_action'
  | 'artifact'
  | 'changeset'
  | 'comment'
  | 'file'
  | 'step'
  | 'job'
  | 'audit'
  | 'permission_set'
  | 'label'
  | 'change'
  | 'webhook'
  | 'webhook_delivery'
  | 'project_export'
  | 'upload'
  | 'oauth2_app'
  | 'oauth2_grant'
  | 'oauth2_code'
  | 'oauth2_access_token'
  | 'oauth2_refresh_token'
  | 'identity_provider'
  | 'repository'

/** Returns new ids in ascending order; on PostgreSQL other transactions may allocate ids in between. */
export async function allocateIds(tx: Tx, sequence: SequenceName, count: number): Promise<number[]> {
  if (count === 0) return []
  if (getDialect(tx) === 'postgres') {
    const prefetched = prefetchedIds.get(getConnection(tx))?.get(sequence)
    if (count === 1 && prefetched !== undefined && prefetched.length > 0) return prefetched.splice(0, 1)
    fromSequence.postgres ??= nameStatement(
      sql`select nextval(${''}) as id from generate_series(1, ${0}::int)`.compile(tx),
    )
    const { rows } = await runCompiled<{ id: number }>(tx, fromSequence.postgres, [`seq_${sequence}`, count])
    return rows.map(({ id }) => id).sort((a, b) => a - b)
  }
  fromSequence.sqlite ??= sql`update sequence set next = next + ${0} where name = ${''} returning next`.compile(tx)
  const [row] = (await runCompiled<{ next: number }>(tx, fromSequence.sqlite, [count, sequence])).rows
  if (row === undefined) throw new Error(`The sequence ${sequence} does not exist`)
  return Array.from({ length: count }, (_, i) => row.next - count + i)
}

/**
 * Allocates an id of each sequence that `allocateIds` returns later in this transaction, in one statement: on
 * PostgreSQL, so that each does not cost a round trip. Those that are not used are never assigned.
 */
export async function prefetchIds(tx: Tx, sequences: readonly SequenceName[]): Promise<void> {
  if (getDialect(tx) === 'sqlite') return
  ofSequences ??= nameStatement(
    sql`select name, nextval(('seq_' || name)::regclass) as id from unnest(${''}::text[]) as name`.compile(tx),
  )
  const { rows } = await runCompiled<{ name: SequenceName; id: number }>(tx, ofSequences, [sequences])
  prefetchedIds.set(getConnection(tx), new Map(rows.map(({ name, id }) => [name, [id]])))
}

let ofSequences: CompiledQuery | undefined
/** By the connection of the transaction. */
const prefetchedIds = new WeakMap<object, Map<SequenceName, number[]>>()

/** Compiled once: every write allocates ids, and building the statement takes longer than running it. */
const fromSequence: Partial<Record<Dialect, CompiledQuery>> = {}

const runCompiled = <Row>(tx: Tx, compiled: CompiledQuery, parameters: readonly unknown[]) =>
  tx.getExecutor().executeQuery<Row>({ ...compiled, parameters } as CompiledQuery<Row>)

/** For migrations: creates a sequence whose first id is `first`. */
export async function createSequence<T>(
  db: Kysely<T>,
  dialect: Dialect,
  name: SequenceName,
  first: number,
): Promise<void> {
  if (dialect === 'postgres') {
    await sql`create sequence ${sql.id(`seq_${name}`)} as bigint start with ${sql.lit(first)}`.execute(db)
    return
  }
  await sql`create table if not exists sequence (name text primary key, next integer not null) strict, without rowid`.execute(
    db,
  )
  await sql`insert into sequence (name, next) values (${name}, ${first})`.execute(db)
}

/** Sets the next id of a sequence. */
export async function setSequence(tx: Tx, name: SequenceName, next: number): Promise<void> {
  await (getDialect(tx) === 'postgres'
    ? sql`select setval(${`seq_${name}`}, ${next}::bigint, false)`.execute(tx)
    : sql`update sequence set next = ${next} where name = ${name}`.execute(tx))
}

/** Returns `column in (values)` with one parameter, however many values there are; a string is a column name. */
export function inList(
  column: string | Expression<unknown>,
  values: readonly number[] | readonly string[],
): RawBuilder<boolean> {
  return sql<boolean>`${typeof column === 'string' ? sql.ref(column) : column} ${new In(values)}`
}

/** Variant whose `=` for a single value lets PostgreSQL use what it knows about this value. */
export function isOneOf(column: string, values: readonly number[]): RawBuilder<boolean> {
  const [only] = values
  return values.length === 1 && only !== undefined ? sql<boolean>`${sql.ref(column)} = ${only}` : inList(column, values)
}

/**
 * Returns the condition that a column contains a text literally. No index is used: for rows that other conditions
 * leave.
 */
export const containsSubstring = (column: string, part: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${buildLikePattern(part)} escape '!'`

/** Returns the collation that orders a text by code points, whatever the collation of the database is. */
export const compareCodePoints = (): RawBuilder<unknown> => sql`${new ByCodePoints()}`

/** Returns a member of the JSON object that a column holds, as JSON; null if the object has no such member. */
export const selectMember = (db: QueryExecutorProvider, column: string, name: string): RawBuilder<string | null> =>
  getDialect(db) === 'postgres'
    ? sql<string | null>`(${sql.ref(column)}::json -> ${name}::text)::text`
    : sql<string | null>`(${sql.ref(column)} -> ${`$."${name}"`})`

/** Blocks other transactions from a section until the end of this one; nothing on SQLite, which has one writer. */
export async function acquireAdvisoryLock(tx: Tx, section: keyof typeof advisoryLocks): Promise<void> {
  if (getDialect(tx) === 'postgres')
    await sql`select pg_advisory_xact_lock(${advisoryLocks[section]}::bigint)`.execute(tx)
}

/** Any numbers that never change; postgres.ts has another one for migrations. */
const advisoryLocks = { 'signing keys': 7_310_423, 'backup schedule': 7_310_425 } as const

/** Returns whether a statement failed because the row exists already. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return sqliteUniqueViolations.includes(error.errcode)
  return 'code' in error && error.code === postgresUniqueViolation
}

const postgresUniqueViolation = '23505'
/** Unique index, primary key, row id. */
const sqliteUniqueViolations: readonly unknown[] = [2067, 1555, 2579]
