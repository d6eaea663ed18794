// Our server beside a bare node:http server, in turn, in the same run: ratios survive a change of machine
// (goals: docs/decisions/0007-performance.md). Usage: npm run bench [-- --artifacts 10000 --seconds 3 --rounds 3]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { generateArchive } from './generate-archive.ts'
import { client, type Load, load, type Measured, median } from './load.ts'
import { type Running, startScript, startServer, tulipwood } from './server-process.ts'

const { values: options } = parseArgs({
  options: {
    artifacts: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
  },
})
const artifacts = Number(options.artifacts)
const seconds = Number(options.seconds)
const rounds = Number(options.rounds)

interface Goal {
  readonly name: string
  readonly floor: number
  readonly aim: number
  readonly better: 'more' | 'less'
  readonly unit: string
}

const folder = await mkdtemp(path.join(tmpdir(), 'tulipwood-bench-'))
const data = path.join(folder, 'data')
const rows: (Goal & { readonly value: number })[] = []
const report = (name: string, value: number, floor: number, aim: number, better: 'more' | 'less', unit = 'x'): void => {
  rows.push({ name, value, floor, aim, better, unit })
}

try {
  await prepare()
  const key = (await tulipwood(data, 'key', 'create', '--user', 'ines')).trim()
  const ours = await startServer(data)
  report(`start until first 200, ${artifacts} artifacts`, ours.startedInMs / 1000, 0.5, 0.25, 'less', 's')
  const headers = { 'x-auth-accesskey': key }
  const size = (await (await fetch(`${ours.url}/api/artifacts/1`, { headers })).arrayBuffer()).byteLength
  const bare = await startScript('bench/bare.ts', String(size))
  process.stdout.write(`one artifact is ${size} bytes; the bare server answers as many; client: ${client}\n`)
  await measure(ours, bare, headers)
  report('private memory after the run', await ours.privateMemory(), 150, 90, 'less', 'MiB')
  await ours.stop()
  await bare.stop()
  print()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function prepare(): Promise<void> {
  await generateArchive(path.join(folder, 'archive'), { artifacts })
  const from = performance.now()
  await tulipwood(data, 'import', path.join(folder, 'archive'), '--create-users', 'active')
  const spent = (performance.now() - from) / 1000
  process.stdout.write(
    `imported ${artifacts} artifacts in ${spent.toFixed(1)} s, ${Math.round(artifacts / spent)} a second\n`,
  )
}

async function measure(ours: Running, bare: Running, headers: Record<string, string>): Promise<void> {
  const ids = Array.from({ length: 2000 }, (_, i) => 1 + ((i * 7919) % artifacts))
  const single = ids.map((id) => `/api/artifacts/${id}`)
  const etag = (await fetch(`${ours.url}/api/artifacts/1`, { headers })).headers.get('etag') ?? ''
  const tracker = (
    (await (await fetch(`${ours.url}/api/artifacts/1`, { headers })).json()) as { tracker: { id: number } }
  ).tracker.id
  const pages = ids
    .slice(0, 50)
    .map((id) => `/api/trackers/${tracker}/artifacts?values=all&limit=100&offset=${id % Math.max(1, artifacts - 100)}`)
  const cases: Readonly<Record<string, Load>> = {
    bare: { url: bare.url, paths: ['/'], connections: 16, seconds },
    bare1: { url: bare.url, paths: ['/'], connections: 1, seconds },
    one: { url: ours.url, paths: single, headers, connections: 16, seconds },
    one1: { url: ours.url, paths: single, headers, connections: 1, seconds },
    fresh: {
      url: ours.url,
      paths: ['/api/artifacts/1'],
      headers: { ...headers, 'if-none-match': etag },
      status: 304,
      connections: 16,
      seconds,
    },
    page: { url: ours.url, paths: pages, headers, connections: 16, seconds },
    first: {
      url: ours.url,
      paths: [`/api/trackers/${tracker}/artifacts?limit=100`],
      headers,
      connections: 16,
      seconds,
    },
  }
  const found = new Map<string, Measured[]>(Object.keys(cases).map((name) => [name, []]))
  for (const each of Object.values(cases)) await load({ ...each, seconds: 1 })
  for (let round = 0; round < rounds; round++) {
    for (const [name, each] of Object.entries(cases)) {
      const measured = await load(each)
      if (measured.failures > 0) throw new Error(`${name}: ${measured.failures} requests failed`)
      found.get(name)?.push(measured)
    }
  }
  for (const [name, list] of found) {
    const rate = median(list.map((each) => each.perSecond))
    process.stdout.write(
      `${name.padEnd(8)} ${Math.round(rate).toString().padStart(7)}/s   p50 ${median(list.map((each) => each.p50)).toFixed(2)} ms   p99 ${median(list.map((each) => each.p99)).toFixed(2)} ms\n`,
    )
  }
  const ratio = (a: string, b: string, of: (each: Measured) => number): number => {
    const [left = [], right = []] = [found.get(a), found.get(b)]
    return median(left.map((each, i) => of(each) / of(right[i] ?? each)))
  }
  report(
    'GET one artifact, 16 clients, share of bare',
    ratio('one', 'bare', (m) => m.perSecond),
    0.2,
    0.5,
    'more',
  )
  report(
    'GET one artifact, 1 client, time over bare',
    ratio('bare1', 'one1', (m) => m.perSecond),
    3,
    1.5,
    'less',
  )
  report(
    'GET one artifact, 16 clients, p99 over p50',
    median((found.get('one') ?? []).map((m) => m.p99 / Math.max(m.p50, 0.1))),
    8,
    4,
    'less',
  )
  report(
    'GET with If-None-Match, share of bare',
    ratio('fresh', 'bare', (m) => m.perSecond),
    0.5,
    0.8,
    'more',
  )
  report(
    'page of 100 full artifacts, cost of one over one GET',
    ratio('one', 'page', (m) => m.perSecond) / 100,
    0.6,
    0.35,
    'less',
  )
}

function print(): void {
  process.stdout.write(`\n${'goal'.padEnd(56)}${'here'.padStart(10)}${'floor'.padStart(9)}${'aim'.padStart(9)}\n`)
  for (const { name, value, floor, aim, better, unit } of rows) {
    const reaches = (goal: number): boolean => (better === 'more' ? value >= goal : value <= goal)
    const verdict = reaches(aim) ? 'aim' : reaches(floor) ? 'floor' : 'below'
    process.stdout.write(
      `${name.padEnd(56)}${`${value.toFixed(2)} ${unit}`.padStart(10)}${String(floor).padStart(9)}${String(aim).padStart(9)}  ${verdict}\n`,
    )
  }
  process.stdout.write('\nPOST, PUT, uploads, filters and sorts are measured from the issues on that bring them.\n')
}
