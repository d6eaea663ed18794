import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  type Dialect as KyselyDialect,
  type KyselyProps,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  Transaction,
} from 'kysely'
import type { Topic } from '../../kit/caches/revision-cache.ts'
import { pauseIfDue } from '../../kit/concurrency/event-loop.ts'
import { parsePattern } from '../../kit/pattern/parse-pattern.ts'
import type { Pattern } from '../../kit/pattern/pattern.ts'
import { toPostgresPattern } from '../../kit/pattern/postgres-pattern.ts'
import { findRequiredSubstrings } from '../../kit/pattern/required-substrings.ts'
import type { Connection, Dialect } from './engine.ts'

/**
 * Returns a Kysely on a connection that builds, compiles and runs statements; the engine is responsible for
 * transactions.
 */
export const createBuilder = <T>(dialect: Dialect, connection: Connection): Kysely<T> =>
  new Kysely<T>(propsOn(dialect, connection))

/** Variant that refuses to begin another transaction. */
export const createTransactionBuilder = <T>(
  dialect: Dialect,
  connection: Connection,
  writes?: WriteObserver,
): Transaction<T> => new Transaction<T>(propsOn(dialect, connection, writes))

/** Returns the dialect of a builder. */
export const getDialect = (db: QueryExecutorProvider): Dialect =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/** Returns the connection of a builder. */
export function getConnection(db: QueryExecutorProvider): Connection {
  const connection = connections.get(db.getExecutor())
  if (connection === undefined) throw new Error('This builder has no connection')
  return connection
}

/** Makes a builder count as one on another connection, which its own connection passes its statements to. */
export function shareConnection(db: QueryExecutorProvider, connection: Connection): void {
  connections.set(db.getExecutor(), connection)
}

const connections = new WeakMap<object, Connection>()

/** Sees the statements of a transaction, and knows what they invalidate. */
export interface WriteObserver {
  /** Called before the statement runs. */
  see(query: CompiledQuery): void
  /** Writes what the statement reads and earlier ones have invalidated; undefined: nothing. */
  settleBefore(query: CompiledQuery): Promise<void> | undefined
  /** Returns the topics that were invalidated since the last call, in the order in which all transactions lock them. */
  take(): readonly Topic[]
  /** Returns a number that increases whenever data that was read before may no longer be current. */
  countInvalidations(): number
  /** Writes which artifacts are outdated so far. */
  settleArtifacts(): Promise<void>
  /** Returns a function that forgets the writes from now on, which were rolled back. */
  mark(): () => void
}

/** Returns the observer of a transaction; undefined: its writes are those of a migration, or only read. */
export const getWriteObserver = (db: QueryExecutorProvider): WriteObserver | undefined =>
  writeObservers.get(db.getExecutor())

const writeObservers = new WeakMap<object, WriteObserver>()

/** A parameter whose value is given when the statement runs (prepared.ts). */
export class Slot {
  readonly name: string
  readonly #form: (value: unknown) => unknown

  constructor(name: string, form: (value: unknown) => unknown = (value) => value) {
    this.name = name
    this.#form = form
  }

  fill(value: unknown): unknown {
    return this.#form(value)
  }
}

/**
 * `in` with all its values in one parameter, so that the text of the statement does not depend on their number. A slot
 * has numbers.
 */
export class In {
  readonly values: readonly (number | string)[] | Slot

  constructor(values: readonly (number | string)[] | Slot) {
    this.values = values
  }
}

/** Condition that a column with a text index contains a folded text (text-index.ts). */
export class TextPart {
  readonly table: string
  readonly column: string
  readonly text: string
  /** False where other conditions leave few rows: then reading them is faster. */
  readonly usesIndex: boolean

  constructor(table: string, column: string, text: string, usesIndex = true) {
    this.table = table
    this.column = column
    this.text = text
    this.usesIndex = usesIndex
  }
}

/** Condition that a pattern (kit/pattern) matches a folded text (text-index.ts), or the digits of a number. */
export class PatternIn {
  /** As the user wrote it. */
  readonly pattern: string
  readonly of: 'text' | 'number'
  readonly table: string
  readonly column: string
  /** False where other conditions leave few rows, and for numbers, which have no index. */
  readonly usesIndex: boolean

  constructor(pattern: string, of: 'text' | 'number', table: string, column: string, usesIndex: boolean) {
    this.pattern = pattern
    this.of = of
    this.table = table
    this.column = column
    this.usesIndex = usesIndex
  }

  /** What is matched, in SQL. */
  get subject(): string {
    return `"${this.table}"."${this.column}"`
  }

  get meant(): Pattern {
    const { pattern, problem } = parsePattern(this.pattern)
    if (problem !== undefined) throw new Error(`Unvalidated pattern: ${problem.what}`)
    return pattern
  }
}

/** Variant for the digits of a number that no column holds. */
export class PatternInExpression extends PatternIn {
  readonly #expression: string

  constructor(pattern: string, expression: string) {
    super(pattern, 'number', '', '', false)
    this.#expression = expression
  }

  override get subject(): string {
    return this.#expression
  }
}

/** Collation by code points: the default of SQLite, and explicit for PostgreSQL (sql.ts). */
export class ByCodePoints {
  readonly collation = 'C'
}

// Trigrams cannot match shorter texts.
const minIndexedLength = 3

/** Returns the LIKE pattern for texts that contain a given text literally; it needs `escape '!'`. */
export const buildLikePattern = (text: string): string => `%${text.replace(/[!%_]/g, '!$&')}%`

/** In the query syntax of the SQLite index. */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Name of the SQL function that every SQLite connection registers (sqlite.ts). */
export const patternFunction = 'matches_pattern'

class Sqlite extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof In) {
      this.append('in (select value from json_each(')
      const { values } = value
      super.appendValue(values instanceof Slot ? new Slot(values.name, JSON.stringify) : JSON.stringify(values))
      this.append('))')
    } else if (value instanceof TextPart) this.appendTextPart(value)
    else if (value instanceof PatternIn) this.appendPattern(value)
    else if (!(value instanceof ByCodePoints)) super.appendValue(value)
  }

  private appendTextPart({ table, column, text, usesIndex }: TextPart): void {
    if (!usesIndex) {
      this.append(`instr("${table}"."${column}", `)
      super.appendValue(text)
      this.append(') > 0')
    } else if ([...text].length < minIndexedLength) {
      this.append(`"${table}"."${column}" like `)
      super.appendValue(buildLikePattern(text))
      this.append(` escape '!'`)
    } else {
      this.append(`"${table}"."id" in (select rowid from "${table}_parts" where "${table}_parts" match `)
      super.appendValue(quoted(text))
      this.appendWaiting(table)
      this.append(` and instr("${column}", `)
      super.appendValue(text)
      this.append(') > 0)')
    }
  }

  /** Rows that are not indexed yet are read directly: unindexed-texts.ts. */
  private appendWaiting(table: string): void {
    this.append(
      ` union all select id from "${table}" where id > (select up_to from text_indexed where name = '${table}')`,
    )
  }

  private appendPattern({ pattern, meant, table, subject, usesIndex }: PatternIn): void {
    const needed = usesIndex ? findRequiredSubstrings(meant) : []
    this.append('(')
    if (needed.length > 0) {
      this.append(`"${table}"."id" in (select rowid from "${table}_parts" where "${table}_parts" match `)
      super.appendValue(needed.map(quoted).join(' OR '))
      this.appendWaiting(table)
      this.append(') and ')
    }
    this.append(`${patternFunction}(`)
    super.appendValue(pattern)
    this.append(`, ${subject}))`)
  }

  /** SQLite has one writer at a time: each row is locked already. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}

class Postgres extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof In) {
      // The planner treats the result of a subquery as ten values. For a parameter it would estimate the actual number,
      // find that fewer are cheaper, and plan a prepared statement again each time it is executed.
      const [before, after] = value.values instanceof Slot ? ['(select ', '::bigint[])::bigint[]'] : ['', '']
      this.append(`= any(${before}`)
      super.appendValue(value.values)
      this.append(`${after})`)
    } else if (value instanceof TextPart) {
      this.append(`"${value.table}"."${value.column}" like `)
      super.appendValue(buildLikePattern(value.text))
      this.append(` escape '!'`)
    } else if (value instanceof PatternIn) this.appendPattern(value)
    else if (value instanceof ByCodePoints) this.append(` collate "${value.collation}"`)
    else super.appendValue(value)
  }

  private appendPattern({ meant, of, subject: name, usesIndex }: PatternIn): void {
    const needed = usesIndex ? findRequiredSubstrings(meant) : []
    this.append('(')
    for (const [index, text] of needed.entries()) {
      this.append(index === 0 ? `(${name} like ` : ` or ${name} like `)
      super.appendValue(buildLikePattern(text))
      this.append(` escape '!'`)
    }
    if (needed.length > 0) this.append(') and ')
    // A decimal must have no exponent; texts must not be compared by the collation of the database.
    this.append(of === 'number' ? `${name}::text::numeric::text ~ ` : `${name} collate "C" ~ `)
    super.appendValue(toPostgresPattern(meant))
    this.append(')')
  }
}

const parts = {
  sqlite: { compiler: new Sqlite(), adapter: new SqliteAdapter(), introspect: SqliteIntrospector },
  postgres: { compiler: new Postgres(), adapter: new PostgresAdapter(), introspect: PostgresIntrospector },
}
const driver = new DummyDriver()
const dialects = { sqlite: dialectFrom('sqlite'), postgres: dialectFrom('postgres') }

function dialectFrom(dialect: Dialect): KyselyDialect {
  const { compiler, adapter, introspect } = parts[dialect]
  return {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createIntrospector: (db) => new introspect(db),
    createQueryCompiler: () => compiler,
  }
}

export function propsOn(name: Dialect, connection: Connection, writes?: WriteObserver): KyselyProps {
  const { compiler, adapter } = parts[name]
  const dialect = dialects[name]
  const wrapped = new OnConnection(connection, writes)
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (use) => use(wrapped) })
  connections.set(executor, connection)
  if (writes !== undefined) writeObservers.set(executor, writes)
  return { config: { dialect }, dialect, driver, executor }
}

class OnConnection implements DatabaseConnection {
  readonly #connection: Connection
  readonly #writes: WriteObserver | undefined

  constructor(connection: Connection, writes: WriteObserver | undefined) {
    this.#connection = connection
    this.#writes = writes
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query
    const settled = this.#writes?.settleBefore(query)
    if (settled !== undefined) await settled
    this.#writes?.see(query)
    // SQLite answers synchronously, so a request of many statements would otherwise block the event loop.
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
    return this.#connection.execute(sql, parameters)
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed: read page by page inside snapshot()')
  }
}
