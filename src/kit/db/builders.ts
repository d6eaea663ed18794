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
import type { Connection, Dialect } from './engine.ts'

/** Kysely on a connection: builds, compiles and runs; transactions are the engine's matter. */
export const builderOn = <T>(dialect: Dialect, connection: Connection): Kysely<T> =>
  new Kysely<T>(propsOn(dialect, connection))

/** The same, refusing to begin another transaction. */
export const transactionOn = <T>(dialect: Dialect, connection: Connection): Transaction<T> =>
  new Transaction<T>(propsOn(dialect, connection))

/** The dialect a builder writes. */
export const dialectOf = (db: QueryExecutorProvider): Dialect =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/** A parameter whose value is told when the statement runs (prepared.ts). */
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

/** `in` with all its values in one parameter: any length, one text of the statement. */
export class In {
  readonly values: readonly (number | string)[] | Slot

  constructor(values: readonly (number | string)[] | Slot) {
    this.values = values
  }
}

class Sqlite extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof In) {
      this.append('in (select value from json_each(')
      const { values } = value
      super.appendValue(values instanceof Slot ? new Slot(values.name, JSON.stringify) : JSON.stringify(values))
      this.append('))')
    } else super.appendValue(value)
  }

  /** One writer at a time: each row is locked already. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}

class Postgres extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof In) {
      this.append('= any(')
      super.appendValue(value.values)
      this.append(')')
    } else super.appendValue(value)
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

function propsOn(name: Dialect, connection: Connection): KyselyProps {
  const { compiler, adapter } = parts[name]
  const dialect = dialects[name]
  const wrapped = new OnConnection(connection)
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (use) => use(wrapped) })
  return { config: { dialect }, dialect, driver, executor }
}

class OnConnection implements DatabaseConnection {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#connection.execute(sql, parameters)
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed: read page by page inside snapshot()')
  }
}
