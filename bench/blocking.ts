// The longest piece of main-thread time that a request can take: every route with the worst input that its limits allow.
// Usage: npm run drill:blocking [-- --artifacts 2000] [--only TEXT] [--above MS]
// A piece is one iteration of the event loop of the server process, measured inside it (bench/blocking/probe.mjs).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createDrillData, type DrillData } from './blocking/data.ts'
import { type Request, requestsOf } from './blocking/requests.ts'
import { generateArchive } from './generate-archive.ts'
import { type Running, startServer, tulipwood } from './server-process.ts'

const { values: options } = parseArgs({
  options: {
    artifacts: { type: 'string', default: '2000' },
    /** Only requests whose name contains this. */
    only: { type: 'string', default: '' },
    /** Print requests from this many milliseconds on. */
    above: { type: 'string', default: '0' },
  },
})

const goalMs = 50
const floorMs = 100

interface Result {
  readonly name: string
  readonly input: string
  readonly status: number
  readonly cpu: number
  readonly wall: number
  readonly seconds: number
  readonly mebibytes: number
}

const folder = await mkdtemp(path.join(tmpdir(), 'tulipwood-blocking-'))
try {
  const data = path.join(folder, 'data')
  await generateArchive(path.join(folder, 'archive'), { artifacts: Number(options.artifacts) })
  await tulipwood(data, 'import', path.join(folder, 'archive'), '--create-users', 'active')
  const server = await startServer(data, 'bench/blocking/probe.mjs')
  try {
    const key = async (user: string) => (await tulipwood(data, 'key', 'create', '--user', user)).trim()
    const created = await createDrillData({
      url: server.url,
      admin: await key('admin'),
      member: await key('ines'),
      artifacts: Number(options.artifacts),
    })
    print(await measureAll(server, created))
  } finally {
    await server.stop()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measureAll(server: Running, data: DrillData): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const request of requestsOf(data)) {
    if (!`${request.name} ${request.input}`.includes(options.only)) continue
    await server.askProbe('take')
    const from = performance.now()
    const { status, bytes } = await send(server.url, request)
    // Work that the request leaves behind, such as jobs, belongs to it.
    await new Promise((resolve) => setTimeout(resolve, request.settleMs ?? 0))
    const seconds = (performance.now() - from) / 1000
    const { cpu, wall } = (await server.askProbe('take')) as { readonly cpu: number; readonly wall: number }
    results.push({ name: request.name, input: request.input, status, cpu, wall, seconds, mebibytes: bytes / 2 ** 20 })
    if (process.env['TULIPWOOD_DRILL_VERBOSE']) process.stdout.write(`${rowOf(results.at(-1) as Result)}\n`)
  }
  return results
}

async function send(url: string, { method, path: target, headers, body }: Request) {
  // fetch sends no body with GET: these few bytes of HTTP do.
  const { request } = await import('node:http')
  return new Promise<{ readonly status: number; readonly bytes: number }>((resolve, reject) => {
    const sent = request(
      `${url}${target}`,
      { method, headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) } },
      (answer) => {
        let bytes = 0
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes }))
        answer.on('error', () => resolve({ status: answer.statusCode ?? 0, bytes }))
      },
    )
    sent.on('error', (problem: NodeJS.ErrnoException) =>
      problem.code === 'EPIPE' || problem.code === 'ECONNRESET' ? resolve({ status: 413, bytes: 0 }) : reject(problem),
    )
    sent.end(body)
  })
}

function rowOf({ name, input, status, cpu, wall, seconds, mebibytes }: Result): string {
  const figures = [
    cpu.toFixed(0).padStart(8),
    wall.toFixed(0).padStart(8),
    seconds.toFixed(2).padStart(8),
    mebibytes.toFixed(1).padStart(8),
    String(status).padStart(5),
  ]
  return `${name.padEnd(52)}${input.padEnd(36)}${figures.join('')}`
}

/** The worst input of each route, the longest piece first. */
function print(results: readonly Result[]): void {
  const worst = [...Map.groupBy(results, ({ name }) => name).values()].map((of) =>
    of.reduce((a, b) => (b.cpu > a.cpu ? b : a)),
  )
  const shown = worst.filter(({ cpu }) => cpu >= Number(options.above)).sort((a, b) => b.cpu - a.cpu)
  process.stdout.write(
    `\n${'route'.padEnd(52)}${'worst input'.padEnd(36)}${'cpu ms'.padStart(8)}${'wall ms'.padStart(8)}${'all s'.padStart(8)}${'MiB'.padStart(8)}\n`,
  )
  for (const result of shown) process.stdout.write(`${rowOf(result)}\n`)
  const beyond = results.filter(({ cpu }) => cpu > floorMs)
  process.stdout.write(
    `\n${results.length} requests on ${worst.length} routes: ${results.filter(({ cpu }) => cpu > goalMs).length} with a piece above ${goalMs} ms, ${beyond.length} above ${floorMs} ms\n`,
  )
  for (const result of beyond.sort((a, b) => b.cpu - a.cpu))
    process.stdout.write(`above ${floorMs} ms: ${rowOf(result)}\n`)
  if (beyond.length > 0) process.exitCode = 1
}
