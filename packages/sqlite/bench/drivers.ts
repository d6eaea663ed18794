// Compares drivers for SQLite: node bench/drivers.ts [rounds]. Prints µs per operation, the best of the rounds. The
// results and the choice are in docs/decisions/0002-use-node-sqlite.md, where Kysely compiled the statements.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import BetterSqlite3 from 'better-sqlite3'
import { createGroupCommit } from '../src/group-commit.ts'
import { toScalar } from '../src/scalar.ts'
import type { StatementResult } from '../src/types.ts'

interface DriverConnection {
  execute(sql: string, parameters: readonly unknown[]): StatementResult
  run(sql: string): void
  readonly inTransaction: boolean
  close(): void
}

interface Statement {
  readonly returnsRows: boolean
  all(values: readonly SQLInputValue[]): object[]
  run(values: readonly SQLInputValue[]): number | bigint
}

const pragmas = `pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = full;
  pragma cache_size = -65536; pragma temp_store = memory; pragma mmap_size = `

const drivers: { readonly [name: string]: (file: string, mmap: number) => DriverConnection } = {
  'node:sqlite, its objects': (file, mmap) => openNode(file, mmap, false),
  'node:sqlite, arrays': (file, mmap) => openNode(file, mmap, true),
  'better-sqlite3': openBetter,
}

function openNode(file: string, mmap: number, arrays: boolean): DriverConnection {
  const database = new DatabaseSync(file)
  database.exec(pragmas + mmap)
  return opened(
    database,
    () => database.isTransaction,
    (text) => {
      const statement = database.prepare(text)
      const names = statement.columns().map(({ name }) => name)
      statement.setReturnArrays(arrays)
      const asObject = (row: unknown) => {
        const object: Record<string, unknown> = {}
        for (let i = 0; i < names.length; i++) object[names[i] as string] = (row as unknown[])[i]
        return object
      }
      return {
        returnsRows: names.length > 0,
        all: (values) => (arrays ? statement.all(...values).map(asObject) : statement.all(...values)),
        run: (values) => statement.run(...values).changes,
      }
    },
  )
}

function openBetter(file: string, mmap: number): DriverConnection {
  const database = new BetterSqlite3(file)
  database.exec(pragmas + mmap)
  return opened(
    database,
    () => database.inTransaction,
    (text) => {
      const statement = database.prepare(text)
      return {
        returnsRows: statement.reader,
        all: (values) => statement.all(...values) as object[],
        run: (values) => statement.run(...values).changes,
      }
    },
  )
}

function opened(
  database: { exec(sql: string): unknown; close(): unknown },
  inTransaction: () => boolean,
  prepare: (sql: string) => Statement,
): DriverConnection {
  const statements = new Map<string, Statement>()
  return {
    execute(text, parameters) {
      const statement = statements.get(text) ?? prepare(text)
      statements.set(text, statement)
      const values = parameters.map(asBound)
      if (statement.returnsRows) return { rows: statement.all(values) as never[] }
      return { rows: [], numAffectedRows: BigInt(statement.run(values)) }
    },
    run: (text) => void database.exec(text),
    close: () => void database.close(),
    get inTransaction() {
      return inTransaction()
    },
  }
}

const asBound = (value: unknown, position: number) =>
  Number.isSafeInteger(value) ? BigInt(value as number) : toScalar(value, position)

const rows = 10_000
const document = 'A document of four kilobytes. '.repeat(137).slice(0, 4_090)
const someId = () => 1 + Math.floor(Math.random() * (rows - 1_000))

function fill(connection: DriverConnection): void {
  connection.run(`create table artifact
    (id integer primary key, tracker integer not null, version integer not null, document text not null) strict`)
  connection.run('begin')
  for (let id = 1; id <= rows; id++) {
    connection.execute('insert into artifact (id, tracker, version, document) values (?, ?, ?, ?)', [
      id,
      id % 10,
      1,
      document + id,
    ])
  }
  connection.run('commit')
  connection.run('pragma wal_checkpoint(truncate)')
}

const pageOf = (columns: string) => `select ${columns} from artifact where id > ? order by id limit ?`

interface Measure {
  readonly times: number
  /** Operations that one call performs. */
  readonly each?: number
  run(connection: DriverConnection): unknown
}

const measures: { readonly [name: string]: Measure } = {
  'one document by id': {
    times: 4_000,
    run: ({ execute }) => execute('select id, tracker, version, document from artifact where id = ?', [someId()]),
  },
  'page of 100 documents': {
    times: 400,
    run: ({ execute }) => execute(pageOf('id, tracker, version, document'), [someId(), 100]),
  },
  '1 000 rows of 3 numbers': {
    times: 200,
    run: ({ execute }) => execute(pageOf('id, tracker, version'), [someId(), 1_000]),
  },
  'one durable write': { times: 400, run: (connection) => write(connection, 1) },
  'one of 16 durable writes at once': { times: 100, each: 16, run: (connection) => write(connection, 16) },
}

const groups = new WeakMap<DriverConnection, ReturnType<typeof createGroupCommit>>()

function write(connection: DriverConnection, count: number): Promise<unknown> {
  const begin = async () => connection.run('begin immediate')
  const group =
    groups.get(connection) ??
    createGroupCommit(Object.assign(Object.create(connection), { begin, synced: async () => {} }))
  groups.set(connection, group)
  const update = async () => connection.execute('update artifact set version = ? where id = ?', [someId(), someId()])
  return Promise.all(Array.from({ length: count }, () => group.add(update)))
}

async function measureMicros({ times, each = 1, run }: Measure, connection: DriverConnection): Promise<number> {
  const started = performance.now()
  for (let i = 0; i < times; i++) await run(connection)
  return ((performance.now() - started) * 1_000) / times / each
}

const rounds = Number(process.argv[2] ?? 12)
const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-driver-'))
const results: Record<string, Record<string, number>> = {}
try {
  for (const mmap of [0, 256]) {
    const contestants = Object.entries(drivers).map(([name, open], i) => {
      const connection = open(path.join(directory, `${mmap}-${i}.sqlite`), mmap * 1024 * 1024)
      return { name: `${name}, map ${mmap} MB`, connection }
    })
    for (const { connection } of contestants) fill(connection)
    // Interleaved, so that other load affects all drivers equally; the first round warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const [title, measure] of Object.entries(measures)) {
        for (const { name, connection } of contestants) {
          const micros = await measureMicros(measure, connection)
          const best = results[name] ?? {}
          results[name] = best
          if (round > 0) best[title] = Math.min(best[title] ?? Number.POSITIVE_INFINITY, Math.round(micros * 10) / 10)
        }
      }
    }
    for (const { connection } of contestants) connection.close()
  }
  console.log(`Node ${process.version}, ${rounds} rounds, µs`)
  console.table(results)
} finally {
  await rm(directory, { recursive: true, force: true })
}
