// Streams all artifacts of a tracker as CSV and as NDJSON and checks that the memory of the server stays below a limit,
// for any number of artifacts (docs/decisions/0023-run-bulk-changes-in-batches.md).
//   npm run drill:export -- [--artifacts 1000000] [--postgres] [--keep DIRECTORY] [--limit 250]
// `--keep` keeps the data and reuses existing data (SQLite only). A million takes about 10 GB.
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fillScale, type ScaleData } from './scale-data.ts'
import { type RunningServer, startServer } from './server-process.ts'

const { values: options } = parseArgs({
  options: {
    artifacts: { type: 'string', default: '1000000' },
    postgres: { type: 'boolean', default: false },
    keep: { type: 'string' },
    limit: { type: 'string', default: '250' },
  },
})
const artifacts = Number(options.artifacts)
const limit = Number(options.limit)

const directory = options.keep ?? (await mkdtemp(path.join(tmpdir(), 'tulipwood-export-')))
try {
  if (options.postgres) {
    const { startPostgres } = await import('../test/kit/postgres-server.ts')
    const server = await startPostgres()
    try {
      process.env['DATABASE_URL'] = server.url
      await drill()
    } finally {
      await server.stop()
    }
  } else await drill()
} finally {
  if (options.keep === undefined) await rm(directory, { recursive: true, force: true })
}

async function drill(): Promise<void> {
  const data = await loadOrCreateData()
  const server = await startServer(directory)
  try {
    const all = `/api/trackers/${data.tracker}/artifact_export`
    const half = `?query=${encodeURIComponent(JSON.stringify({ status: [data.values['status 0']] }))}`
    await measureExport(server, 'CSV, everything', `${all}?format=csv`, data.keys.lead, artifacts)
    await measureExport(server, 'CSV, with rights by artifact', `${all}?format=csv`, data.keys.reader)
    await measureExport(server, 'CSV, a filter that half pass', `${all}${half}&format=csv`, data.keys.lead)
    await measureExport(server, 'NDJSON, everything', `${all}?format=ndjson`, data.keys.lead, artifacts)
    await measureExport(server, 'CSV, everything, compressed', `${all}?format=csv`, data.keys.lead, undefined, 'gzip')
  } finally {
    await server.stop()
  }
}

async function loadOrCreateData(): Promise<ScaleData> {
  const at = path.join(directory, 'export-data.json')
  const json = await readFile(at, 'utf8').catch(() => null)
  if (json !== null) return JSON.parse(json)
  await mkdir(directory, { recursive: true })
  const data = await fillScale(directory, { artifacts, trackers: 1 })
  await writeFile(at, JSON.stringify(data))
  return data
}

/** Reads an export to its end; prints its duration and the peak memory of the server. */
async function measureExport(
  server: RunningServer,
  name: string,
  address: string,
  key: string,
  expected?: number,
  encoding?: string,
): Promise<void> {
  const before = await server.privateMemory()
  const watch = { isOver: false, peak: before }
  const watching = (async () => {
    for (; !watch.isOver; await sleep(100)) watch.peak = Math.max(watch.peak, await server.privateMemory())
  })()
  const from = performance.now()
  const headers = { 'x-auth-accesskey': key, ...(encoding === undefined ? {} : { 'accept-encoding': encoding }) }
  const [response] = (await once(get(`${server.url}${address}`, { headers }), 'response')) as [IncomingMessage]
  let [bytes, lines] = [0, 0]
  for await (const chunk of response) {
    bytes += chunk.length
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1
  }
  const seconds = (performance.now() - from) / 1000
  watch.isOver = true
  await watching
  const figures = [
    `${lines.toLocaleString('en')} lines`,
    `${(bytes / 2 ** 20).toFixed(0)} MiB`,
    `${seconds.toFixed(1)} s`,
    `memory ${before.toFixed(0)} → at most ${watch.peak.toFixed(0)} MiB`,
  ]
  process.stdout.write(`${name}: ${figures.join(', ')}\n`)
  if (response.statusCode !== 200) throw new Error(`${name}: ${response.statusCode}`)
  const isCsv = address.includes('format=csv')
  if (expected !== undefined && lines !== expected + (isCsv ? 1 : 0)) throw new Error(`${name}: ${lines} lines`)
  if (watch.peak > limit) throw new Error(`${name}: more than ${limit} MiB of memory`)
}
