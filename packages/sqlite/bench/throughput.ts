// Measures the package and plain node:sqlite in turn: npm run bench --workspace @tulipwood/sqlite [rounds]. Prints operations
// per second, the best of the rounds, and their share of those of one plain connection with synchronous=FULL.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../src/sqlite.ts'

const rounds = Number(process.argv[2] ?? 5)
const durationMs = 400
const rows = 10_000

const table = 'create table note (id integer primary key, text text not null) strict'
const insert = 'insert into note (text) values (?)'
const select = 'select id, text from note where id = ?'
const text = 'A note of some length. '.repeat(20)
const someId = () => 1 + Math.floor(Math.random() * rows)

const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-throughput-'))
const plain = new DatabaseSync(path.join(directory, 'plain.sqlite'))
plain.exec(`pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = full; ${table}`)
const plainInsert = plain.prepare(insert)
const plainSelect = plain.prepare(select)
const database = await openSqlite(path.join(directory, 'package.sqlite'), {
  functions: {},
  readThread: new URL('./read-thread.ts', import.meta.url),
})
await database.migrate(async (connection) => void (await connection.execute(table, [])))

const write = () => database.write(async (connection) => connection.execute(insert, [text]))
for (let i = 0; i < rows; i += 50) {
  plain.exec('begin')
  for (let n = 0; n < 50; n++) plainInsert.run(text)
  plain.exec('commit')
  await Promise.all(Array.from({ length: 50 }, write))
}

const operations: { readonly [name: string]: { readonly parallel: number; run(): unknown } } = {
  'plain write': { parallel: 1, run: () => plainInsert.run(text) },
  'write, 1 at once': { parallel: 1, run: write },
  'write, 16 at once': { parallel: 16, run: write },
  'write, 64 at once': { parallel: 64, run: write },
  'plain read': { parallel: 1, run: () => plainSelect.get(someId()) },
  read: { parallel: 1, run: () => database.read.execute(select, [someId()]) },
  'quick read': { parallel: 1, run: () => database.quickRead.execute(select, [someId()]) },
  'long read, 16 at once': { parallel: 16, run: () => database.longRead.execute(select, [someId()]) },
  snapshot: { parallel: 1, run: () => database.snapshot(async (connection) => connection.execute(select, [someId()])) },
}

/** Returns operations per second. */
async function measureRate(parallel: number, run: () => unknown): Promise<number> {
  const started = performance.now()
  let count = 0
  const repeat = async () => {
    for (; performance.now() - started < durationMs; count++) await run()
  }
  await Promise.all(Array.from({ length: parallel }, repeat))
  return (count * 1_000) / (performance.now() - started)
}

const best: Record<string, number> = {}
try {
  // Interleaved, so that other load affects all of them; the first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, { parallel, run }] of Object.entries(operations)) {
      const rate = await measureRate(parallel, run)
      if (round > 0) best[name] = Math.max(best[name] ?? 0, rate)
    }
  }
  const shareOf = (name: string, rate: number) => {
    const reference = best[name.includes('write') ? 'plain write' : 'plain read'] ?? rate
    return (rate / reference).toFixed(2)
  }
  console.log(`Node ${process.version}, ${rounds} rounds`)
  console.table(
    Object.fromEntries(
      Object.entries(best).map(([name, rate]) => [
        name,
        { 'per second': Math.round(rate), share: shareOf(name, rate) },
      ]),
    ),
  )
} finally {
  await database.close()
  plain.close()
  await rm(directory, { recursive: true, force: true })
}
