import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** The minimum cost of a new artifact: twelve rows with an index in one durable transaction. */
export interface RawWrites {
  /** Sequential transactions per second. */
  rate(seconds: number): Promise<number>
  close(): Promise<void>
}

const rows = 12
const table = 'create table raw_write (id integer primary key, field integer not null, value text not null)'
const index = 'create index raw_write_field on raw_write (field, id)'
const value = 'a value of some length '.repeat(4)
const places = (of: (i: number) => string): string => Array.from({ length: rows }, (_, i) => of(i)).join(', ')
const valuesFrom = (id: number): (number | string)[] =>
  Array.from({ length: rows }, (_, i) => [id * rows + i, i, value]).flat()

async function perSecond(seconds: number, once: () => unknown): Promise<number> {
  const from = performance.now()
  let count = 0
  for (; performance.now() - from < seconds * 1000; count++) await once()
  return (count * 1000) / (performance.now() - from)
}

/** With the durability of the server: a WAL next to the file, synced at each commit. */
export async function openRawSqlite(): Promise<RawWrites> {
  const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-raw-'))
  const database = new DatabaseSync(path.join(directory, 'raw.sqlite'))
  database.exec('pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = full')
  database.exec(`${table}; ${index}`)
  // Row by row, because the driver is slower with thirty-six parameters at once.
  const insert = database.prepare('insert into raw_write values (?, ?, ?)')
  let id = 0
  return {
    rate: (seconds) =>
      perSecond(seconds, () => {
        database.exec('begin immediate')
        for (let i = 0; i < rows; i++) insert.run(id++, i, value)
        database.exec('commit')
      }),
    async close() {
      database.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export async function openRawPostgres(connectionString: string): Promise<RawWrites> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`${table}; ${index}`)
  const text = `insert into raw_write values ${places((i) => `($${3 * i + 1}, $${3 * i + 2}, $${3 * i + 3})`)}`
  let id = 0
  return {
    rate: (seconds) =>
      perSecond(seconds, async () => {
        await client.query('begin')
        await client.query({ name: 'insert', text, values: valuesFrom(id++) })
        await client.query('commit')
      }),
    async close() {
      await client.query('drop table raw_write')
      await client.end()
    },
  }
}
