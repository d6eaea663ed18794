// The same questions asked of few and of many artifacts: what grows (goals: docs/decisions/0022-cache-id-sets-per-condition.md). Everything
// is made by our own commands, into one tracker or spread over 200, then asked over HTTP as clients do.
//   node bench/scale.ts [--sizes 10000,100000,1000000] [--trackers 200] [--runs 15] [--postgres] [--keep FOLDER]
// `--keep` leaves the data there and takes what is there already (SQLite alone). A million takes 2.3 GB and five minutes.
// Above 50,000 sizes go up in steps of 50,000.
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
    /** Has the doctor look at the smallest. */
    doctor: { type: 'boolean', default: false },
  },
})
const sizes = options.sizes.split(',').map(Number)
const runs = Number(options.runs)

interface Figure {
  readonly first: number
  readonly warm: number
  readonly hits: number
}

interface Found {
  readonly figures: ReadonlyMap<string, Figure>
  readonly memory: number
}

/** Where the data of each size lie. */
type Use = (size: number) => void

const folder = options.keep ?? (await mkdtemp(path.join(tmpdir(), 'tulipwood-scale-')))
try {
  if (options.postgres) {
    const { startPostgres } = await import('../test/kit/postgres-server.ts')
    const server = await startPostgres()
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
  if (options.keep === undefined) await rm(folder, { recursive: true, force: true })
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
  const found: Found[] = []
  for (const size of sizes) {
    use(size)
    found.push(await measure(size))
  }
  print(found, await postTimes(use))
}

function homeOf(size: number): string {
  return path.join(folder, `${options.trackers}x${size}`)
}

async function dataOf(size: number): Promise<ScaleData> {
  return JSON.parse(await readFile(path.join(homeOf(size), 'scale.json'), 'utf8')) as ScaleData
}

async function measure(size: number): Promise<Found> {
  const home = homeOf(size)
  await mkdir(home, { recursive: true })
  let data = await dataOf(size).catch(() => undefined)
  if (data === undefined) {
    const from = performance.now()
    data = await fillScale(home, { artifacts: size, trackers: Number(options.trackers) })
    await writeFile(path.join(home, 'scale.json'), JSON.stringify(data))
    const spent = (performance.now() - from) / 1000
    process.stdout.write(`${size.toLocaleString('en')} artifacts made in ${spent.toFixed(0)} s\n`)
    if (options.doctor && size === sizes[0]) process.stdout.write(await runTulipwood(home, 'doctor'))
  }
  const server = await startServer(home)
  try {
    const figures = new Map<string, Figure>()
    const before = await server.privateMemory()
    // Of 10,000 artifacts in 200 trackers one holds fifty, and few of what is asked for.
    const most = options.trackers === '1' ? 100 : 2
    for (const question of createScaleQueries(data, most))
      figures.set(question.name, await askAll(server.url, data, question))
    const memory = (await server.privateMemory()) - before
    return { figures, memory }
  } finally {
    await server.stop()
  }
}

async function askAll(url: string, data: ScaleData, question: ScaleQuery): Promise<Figure> {
  // What was remembered is forgotten: whoever asks next is the first.
  await forget(url, data)
  const first = await ask(url, data, question, 0)
  const offset = question.isLast ? Math.max(0, Math.floor((first.size - 1) / question.limit) * question.limit) : 0
  // What the first asking left behind for the collector of garbage is no part of the answer.
  for (let run = 0; run < 8; run++) await ask(url, data, question, offset)
  const times: number[] = []
  for (let run = 0; run < runs; run++) times.push((await ask(url, data, question, offset)).time)
  return { first: first.time, warm: computeMedian(times), hits: first.size }
}

async function ask(url: string, { keys }: ScaleData, { who, address, limit }: ScaleQuery, offset: number) {
  const from = performance.now()
  const answer = await fetch(`${url}/api/${address}&limit=${limit}&offset=${offset}`, {
    headers: { 'x-auth-accesskey': keys[who] },
  })
  const body = await answer.text()
  const time = performance.now() - from
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${body}`)
  return { time, size: Number(answer.headers.get('x-pagination-size')) }
}

/** An administrative act: a field is given the label it has. */
async function forget(url: string, { fields, keys }: ScaleData): Promise<void> {
  const answer = await fetch(`${url}/api/tracker_fields/${fields['due']}`, {
    method: 'PATCH',
    headers: { 'x-auth-accesskey': keys.lead, 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'due' }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}

/**
 * Median milliseconds of a POST by one client, by size: in turn, for a disk has moods of its own. The first round warms
 * up.
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

function print(found: readonly Found[], posts: readonly number[]): void {
  const [small] = found
  const large = found.at(-1)
  if (small === undefined || large === undefined) return
  const shown = sizes.map((size) => (size >= 1e6 ? `${size / 1e6} M` : `${size / 1e3} k`))
  process.stdout.write(`| Question | ${shown.join(' ms | ')} ms | growth | hits | first asking ms |\n`)
  process.stdout.write(`|---|${'---|'.repeat(sizes.length + 3)}\n`)
  for (const name of small.figures.keys()) {
    const figures = found.map((each) => each.figures.get(name) as Figure)
    const growth = (figures.at(-1)?.warm ?? Number.NaN) / (figures[0]?.warm ?? Number.NaN)
    process.stdout.write(
      `| ${name} | ${figures.map(({ warm }) => warm.toFixed(2)).join(' | ')} | ${growth.toFixed(2)} | ${figures.at(-1)?.hits} | ${figures.map(({ first }) => first.toFixed(0)).join(' / ')} |\n`,
    )
  }
  process.stdout.write(`POST, 1 client, ms: ${posts.map((each) => each.toFixed(2)).join(' / ')}\n`)
  process.stdout.write(`Memory grown by, MiB: ${found.map(({ memory }) => memory.toFixed(0)).join(' / ')}\n`)
}
