// Compares queries on few and on many artifacts (goals: docs/decisions/0022-cache-id-sets-per-condition.md). Commands
// create the data, in one tracker or in 200; queries are sent over HTTP like those of clients.
//   node bench/scale.ts [--sizes 10000,100000,1000000] [--trackers 200] [--runs 15] [--postgres] [--keep DIRECTORY]
// `--keep` keeps the data and reuses existing data (SQLite only). A million takes 2.3 GB and five minutes.
// Sizes above 50,000 are copied in the database and must be multiples of 50,000.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { computeMedian } from './load.ts'
import { fillScale, type ScaleData } from './scale-data.ts'
import { createScaleQueries, type ScaleQuery } from './scale-queries.ts'
import { type RunningServer, runTulipwood, startServer } from './server-process.ts'

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    trackers: { type: 'string', default: '1' },
    runs: { type: 'string', default: '15' },
    postgres: { type: 'boolean', default: false },
    keep: { type: 'string' },
    /** Runs doctor on the smallest size. */
    doctor: { type: 'boolean', default: false },
  },
})
const sizes = options.sizes.split(',').map(Number)
/** As the documentation of PostgreSQL recommends for much data; the defaults suit small tables. */
const largeSettings = { shared_buffers: '4GB', max_wal_size: '8GB', checkpoint_timeout: '30min', work_mem: '64MB' }
const runs = Number(options.runs)

interface Figure {
  readonly first: number
  readonly warm: number
  readonly hits: number
}

interface ScaleResult {
  readonly figures: ReadonlyMap<string, Figure>
  readonly memory: number
}

/** Directory for the data of each size. */
type Use = (size: number) => void

const directory = options.keep ?? (await mkdtemp(path.join(tmpdir(), 'tulipwood-scale-')))
try {
  if (options.postgres) {
    const { startPostgres } = await import('../test/kit/postgres-server.ts')
    const server = await startPostgres(largeSettings)
    try {
      for (const size of sizes) await makeDatabase(server.url, databaseOf(size))
      await all((size) => {
        process.env['DATABASE_URL'] = addressOf(server.url, databaseOf(size))
      })
    } finally {
      await server.stop()
    }
  } else await all(() => {})
} finally {
  if (options.keep === undefined) await rm(directory, { recursive: true, force: true })
}

function databaseOf(size: number): string {
  return `scale_${size}`
}

async function makeDatabase(url: string, name: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
}

function addressOf(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

async function all(use: Use): Promise<void> {
  const results: ScaleResult[] = []
  for (const size of sizes) {
    use(size)
    results.push(await measure(size))
  }
  print(results, await postTimes(use))
}

function homeOf(size: number): string {
  return path.join(directory, `${options.trackers}x${size}`)
}

async function dataOf(size: number): Promise<ScaleData> {
  return JSON.parse(await readFile(path.join(homeOf(size), 'scale.json'), 'utf8')) as ScaleData
}

async function measure(size: number): Promise<ScaleResult> {
  const home = homeOf(size)
  await mkdir(home, { recursive: true })
  let data = await dataOf(size).catch(() => undefined)
  if (data === undefined) {
    const from = performance.now()
    data = await fillScale(home, { artifacts: size, trackers: Number(options.trackers) })
    await writeFile(path.join(home, 'scale.json'), JSON.stringify(data))
    const spent = (performance.now() - from) / 1000
    process.stdout.write(`${size.toLocaleString('en')} artifacts created in ${spent.toFixed(0)} s\n`)
    if (options.doctor && size === sizes[0]) process.stdout.write(await runTulipwood(home, 'doctor'))
  }
  const server = await startServer(home)
  try {
    const figures = new Map<string, Figure>()
    const before = await server.privateMemory()
    // With 10,000 artifacts in 200 trackers, a tracker has only fifty, and few match.
    const maxLimit = options.trackers === '1' ? 100 : 2
    for (const query of createScaleQueries(data, maxLimit))
      figures.set(query.name, await askAll(server.url, data, query))
    const memory = (await server.privateMemory()) - before
    return { figures, memory }
  } finally {
    await server.stop()
  }
}

async function askAll(url: string, data: ScaleData, query: ScaleQuery): Promise<Figure> {
  // Clears caches, so that the next request is uncached.
  await forget(url, data)
  const first = await sendQuery(url, data, query, 0)
  const offset = query.isLast ? Math.max(0, Math.floor((first.size - 1) / query.limit) * query.limit) : 0
  // Garbage of the first request is not part of the measurement.
  for (let run = 0; run < 8; run++) await sendQuery(url, data, query, offset)
  const times: number[] = []
  for (let run = 0; run < runs; run++) times.push((await sendQuery(url, data, query, offset)).time)
  return { first: first.time, warm: computeMedian(times), hits: first.size }
}

async function sendQuery(url: string, { keys }: ScaleData, { who, address, limit }: ScaleQuery, offset: number) {
  const from = performance.now()
  const answer = await fetch(`${url}/api/${address}&limit=${limit}&offset=${offset}`, {
    headers: { 'x-auth-accesskey': keys[who] },
  })
  const body = await answer.text()
  const time = performance.now() - from
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${body}`)
  return { time, size: Number(answer.headers.get('x-pagination-size')) }
}

/** An administrative change that invalidates caches: sets the label of a field to its current value. */
async function forget(url: string, { fields, keys }: ScaleData): Promise<void> {
  const answer = await fetch(`${url}/api/tracker_fields/${fields['due']}`, {
    method: 'PATCH',
    headers: { 'x-auth-accesskey': keys.lead, 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'due' }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}

/**
 * Median milliseconds of a POST by one client, by size; sizes in turn, because the speed of disks varies. The first
 * round warms up.
 */
async function postTimes(use: Use): Promise<number[]> {
  const sites: { readonly server: RunningServer; readonly data: ScaleData; readonly times: number[] }[] = []
  for (const size of sizes) {
    use(size)
    sites.push({ server: await startServer(homeOf(size)), data: await dataOf(size), times: [] })
  }
  try {
    for (let round = 0; round <= 8; round++)
      for (const { server, data, times } of sites) {
        const measured = await postsFor(1000, server.url, data)
        if (round > 0) times.push(computeMedian(measured))
      }
    return sites.map(({ times }) => computeMedian(times))
  } finally {
    for (const { server } of sites) await server.stop()
  }
}

async function postsFor(ms: number, url: string, { tracker, fields, values, keys }: ScaleData): Promise<number[]> {
  const body = JSON.stringify({
    tracker: { id: tracker },
    values: [
      { field_id: fields['title'], value: 'A pump that was posted' },
      {
        field_id: fields['details'],
        value: { content: 'valve crane hatch rudder mast keel sail rope', format: 'text' },
      },
      { field_id: fields['status'], bind_value_ids: [values['status 1']] },
      { field_id: fields['points'], value: 7 },
    ],
  })
  const headers = { 'x-auth-accesskey': keys.lead, 'content-type': 'application/json' }
  const times: number[] = []
  for (const until = performance.now() + ms; performance.now() < until; ) {
    const from = performance.now()
    const answer = await fetch(`${url}/api/artifacts`, { method: 'POST', headers, body })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    await answer.text()
    times.push(performance.now() - from)
  }
  return times
}

function print(results: readonly ScaleResult[], posts: readonly number[]): void {
  const [small] = results
  const large = results.at(-1)
  if (small === undefined || large === undefined) return
  const sizeLabels = sizes.map((size) => (size >= 1e6 ? `${size / 1e6} M` : `${size / 1e3} k`))
  process.stdout.write(`| Query | ${sizeLabels.join(' ms | ')} ms | growth | hits | uncached ms |\n`)
  process.stdout.write(`|---|${'---|'.repeat(sizes.length + 3)}\n`)
  for (const name of small.figures.keys()) {
    const figures = results.map((each) => each.figures.get(name) as Figure)
    const growth = (figures.at(-1)?.warm ?? Number.NaN) / (figures[0]?.warm ?? Number.NaN)
    process.stdout.write(
      `| ${name} | ${figures.map(({ warm }) => warm.toFixed(2)).join(' | ')} | ${growth.toFixed(2)} | ${figures.at(-1)?.hits} | ${figures.map(({ first }) => first.toFixed(0)).join(' / ')} |\n`,
    )
  }
  process.stdout.write(`POST, 1 client, ms: ${posts.map((each) => each.toFixed(2)).join(' / ')}\n`)
  process.stdout.write(`Memory grown by, MiB: ${results.map(({ memory }) => memory.toFixed(0)).join(' / ')}\n`)
}
