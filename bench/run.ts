// Compares the server with a bare node:http server and with raw transactions, in turn in the same run, because ratios
// are independent of the machine (goals: docs/decisions/0007-cache-rendered-artifacts.md). Usage: npm run bench [--
// --full] [--postgres]. Quick, about a minute: 3 rounds of a second. Full, about ten: 5 rounds of three seconds,
// startup with 100,000 artifacts.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Case, createCases } from './cases.ts'
import { type FileFigures, measureFiles } from './files.ts'
import { generateArchive } from './generate-archive.ts'
import { client, computeMedian, type LoadResult, measureLoad } from './load.ts'
import { openRawPostgres, openRawSqlite, type RawWrites } from './raw-writes.ts'
import { runTulipwood, startScript, startServer } from './server-process.ts'
import { type CommitFigures, measureCommits } from './subversion.ts'

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    /** Starts a PostgreSQL server for the run from the packages of the tests. */
    postgres: { type: 'boolean', default: false },
    artifacts: { type: 'string', default: '10000' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
  },
})
const artifacts = Number(options.artifacts)
const seconds = Number(options.seconds ?? (options.full ? 3 : 1))
const rounds = Number(options.rounds ?? (options.full ? 5 : 3))

interface Goal {
  readonly name: string
  readonly value: number
  readonly floor: number
  readonly aim: number
  readonly better: 'more' | 'less'
  readonly unit?: string
}

const goals: Goal[] = []
const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-bench-'))

try {
  await generateArchive(path.join(directory, 'archive'), { artifacts })
  await run('SQLite', path.join(directory, 'data'), await openRawSqlite())
  if (options.full) await start(100_000)
  if (options.postgres) await runOnPostgres()
  print()
} finally {
  await rm(directory, { recursive: true, force: true })
}

async function runOnPostgres(): Promise<void> {
  // Imported on demand: runs on SQLite do not need the packages of the tests.
  const { startPostgres } = await import('../test/kit/postgres-server.ts')
  const server = await startPostgres()
  try {
    process.env['DATABASE_URL'] = server.url
    await run('PostgreSQL', path.join(directory, 'data-postgres'), await openRawPostgres(server.url))
  } finally {
    delete process.env['DATABASE_URL']
    await server.stop()
  }
}

async function run(database: string, data: string, raw: RawWrites): Promise<void> {
  const from = performance.now()
  await runTulipwood(data, 'import', path.join(directory, 'archive'), '--create-users', 'active')
  const spent = (performance.now() - from) / 1000
  const key = (await runTulipwood(data, 'key', 'create', '--user', 'ines')).trim()
  await runTulipwood(data, 'setting', 'set', 'max_upload_bytes', String(2 ** 31))
  await runTulipwood(data, 'setting', 'set', 'pending_upload_bytes_per_user', String(2 ** 40))
  const ours = await startServer(data)
  const size = (
    await (await fetch(`${ours.url}/api/artifacts/2`, { headers: { 'x-auth-accesskey': key } })).arrayBuffer()
  ).byteLength
  const bare = await startScript('bench/baseline-server.ts', String(size))
  process.stdout.write(
    `\n${database}: ${artifacts} artifacts imported in ${spent.toFixed(1)} s, ${Math.round(artifacts / spent)} a second; one is ${size} bytes, and the bare server answers as many; client: ${client}\n`,
  )
  const cases = await createCases({ ours: ours.url, bare: bare.url, key, artifacts, seconds })
  const results = await measure(cases, raw)
  printRates(results)
  addGoals(database, results)
  add({
    name: `${database}: private memory after the run`,
    value: await ours.privateMemory(),
    floor: 150,
    aim: 90,
    better: 'less',
    unit: 'MiB',
  })
  if (database === 'SQLite') {
    const fileField = await fileFieldAt(ours.url, key)
    const mebibytes = options.full ? 1024 : 256
    judgeFiles(await measureFiles({ ours, key, fileField, directory, mebibytes, rounds, reading: cases.one1 }))
    const commits = { url: ours.url, key, login: 'ines', data, directory, rounds: options.full ? 40 : 15 }
    judgeCommits(await measureCommits(commits))
  }
  await ours.stop()
  await bare.stop()
  await raw.close()
  if (database === 'SQLite') await startOn(data, artifacts)
}

type CaseResults = Readonly<Record<Case, LoadResult[]>> & { readonly raw: number[] }

/** In turn, so that other load affects all cases equally. */
async function measure(cases: Awaited<ReturnType<typeof createCases>>, raw: RawWrites): Promise<CaseResults> {
  const names = Object.keys(cases) as Case[]
  const results = Object.fromEntries([...names, 'raw'].map((name) => [name, []])) as unknown as CaseResults
  for (const name of names) await measureLoad({ ...cases[name], seconds: 1 })
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const measured = await measureLoad(cases[name])
      if (measured.failures > 0) throw new Error(`${name}: ${measured.failures} requests failed`)
      results[name].push(measured)
      if (name === 'first') results.raw.push(await raw.rate(seconds))
    }
  }
  return results
}

function printRates(results: CaseResults): void {
  const of = (list: readonly LoadResult[], figure: keyof LoadResult): number =>
    computeMedian(list.map((each) => each[figure]))
  for (const [name, list] of Object.entries(results)) {
    const rate = name === 'raw' ? computeMedian(results.raw) : of(list as LoadResult[], 'perSecond')
    const times =
      name === 'raw'
        ? ''
        : `p50 ${of(list as LoadResult[], 'p50').toFixed(2)} ms   p99 ${of(list as LoadResult[], 'p99').toFixed(2)} ms`
    process.stdout.write(`${name.padEnd(8)} ${Math.round(rate).toString().padStart(7)}/s   ${times}\n`)
  }
}

function addGoals(database: string, results: CaseResults): void {
  const rates = (name: Case | 'raw'): readonly number[] =>
    name === 'raw' ? results.raw : results[name].map((each) => each.perSecond)
  const share = (a: Case | 'raw', b: Case | 'raw'): number =>
    computeMedian(rates(a).map((rate, round) => rate / (rates(b)[round] ?? Number.NaN)))
  const goal = (name: string, value: number, floor: number, aim: number, better: Goal['better'] = 'more'): void =>
    add({ name: `${database}: ${name}`, value, floor, aim, better })
  // Latencies, because a rate includes times in which the processor slept.
  const slower = computeMedian(results.one1.map((each, round) => each.p50 / (results.bare1[round]?.p50 ?? Number.NaN)))
  const tail = computeMedian(results.one.map((each) => each.p99 / Math.max(each.p50, 0.1)))
  // Reads are compared with a server in one process; a separate database is another process.
  if (database === 'SQLite') {
    goal('GET one, 16 clients, share of bare', share('one', 'bare'), 0.2, 0.5)
    goal('GET one, 1 client, p50 over bare', slower, 3, 1.5, 'less')
    goal('GET one, 16 clients, p99 over p50', tail, 8, 4, 'less')
    goal('GET with If-None-Match, share of bare', share('fresh', 'bare'), 0.5, 0.8)
    goal('page of 100, each over one GET', share('one', 'page') / 100, 0.6, 0.35, 'less')
  }
  goal('POST, 1 client, share of raw transactions', share('post1', 'raw'), 0.5, 0.8)
  goal('POST, 16 clients over 1', share('post', 'post1'), 3, 5)
  goal('PUT over POST, 1 client', share('put1', 'post1'), 0.7, 1)
  goal('PUT over POST, 16 clients', share('put', 'post'), 0.7, 1)
}

async function fileFieldAt(url: string, key: string): Promise<number> {
  const get = async (path: string) =>
    (await fetch(`${url}/api/${path}`, { headers: { 'x-auth-accesskey': key } })).json()
  const { tracker } = (await get('artifacts/2')) as { readonly tracker: { readonly id: number } }
  const { fields } = (await get(`trackers/${tracker.id}`)) as {
    readonly fields: readonly { readonly field_id: number; readonly type: string }[]
  }
  const results = fields.find(({ type }) => type === 'file')
  if (results === undefined) throw new Error('The generated tracker has no field for files')
  return results.field_id
}

function judgeFiles(figures: FileFigures): void {
  const { bareUpload, upload, bareDownload, download, uploadShare, downloadShare, growth, slowdown } = figures
  const rate = (name: string, mebibytes: number): unknown =>
    process.stdout.write(`${name.padEnd(14)} ${Math.round(mebibytes).toString().padStart(7)} MiB/s\n`)
  rate('bare upload', bareUpload)
  rate('upload', upload)
  rate('bare download', bareDownload)
  rate('download', download)
  add({ name: 'upload, share of a bare pipe to a file', value: uploadShare, floor: 0.6, aim: 0.74, better: 'more' })
  add({ name: 'download, share of a bare pipe', value: downloadShare, floor: 0.6, aim: 0.8, better: 'more' })
  add({ name: 'growth of memory by both', value: growth, floor: 32, aim: 16, better: 'less', unit: 'MiB' })
  add({ name: 'p99 of GET while content arrives, over idle', value: slowdown, floor: 3, aim: 1.5, better: 'less' })
}

function judgeCommits(figures: CommitFigures | undefined): void {
  if (figures === undefined) {
    process.stdout.write('Subversion is not installed: its commits are not measured\n')
    return
  }
  const { bare, ours, ratio } = figures
  process.stdout.write(`svn commit     ${ours.toFixed(0)} ms, of a bare mod_dav_svn ${bare.toFixed(0)} ms\n`)
  add({ name: 'svn commit, over one to a bare mod_dav_svn', value: ratio, floor: 6, aim: 3, better: 'less' })
}

async function start(count: number): Promise<void> {
  await generateArchive(path.join(directory, 'large'), { artifacts: count })
  const data = path.join(directory, 'data-large')
  await runTulipwood(data, 'import', path.join(directory, 'large'), '--create-users', 'active')
  await startOn(data, count)
}

async function startOn(data: string, count: number): Promise<void> {
  const times: number[] = []
  for (let i = 0; i < (options.full ? 7 : 5); i++) {
    const server = await startServer(data)
    times.push(server.startedInMs / 1000)
    await server.stop()
  }
  const name = `start until first 200, ${count.toLocaleString('en')} artifacts`
  add({ name, value: computeMedian(times), floor: 0.5, aim: 0.25, better: 'less', unit: 's' })
}

function add(goal: Goal): void {
  goals.push(goal)
}

function print(): void {
  process.stdout.write(`\n${'goal'.padEnd(58)}${'here'.padStart(10)}${'floor'.padStart(8)}${'aim'.padStart(8)}\n`)
  for (const { name, value, floor, aim, better, unit = 'x' } of goals) {
    const reaches = (goal: number): boolean => (better === 'more' ? value >= goal : value <= goal)
    const verdict = reaches(aim) ? 'aim reached' : reaches(floor) ? 'aim missed' : 'FLOOR MISSED'
    process.stdout.write(
      `${name.padEnd(58)}${`${value.toFixed(2)} ${unit}`.padStart(10)}${String(floor).padStart(8)}${String(aim).padStart(8)}  ${verdict}\n`,
    )
  }
}
