// Measures how long a request can block the main thread: every route with the worst input that its limits allow.
// Usage: npm run drill:blocking [-- --artifacts 2000] [--long 1000] [--only TEXT,TEXT] [--above MS]
// A piece is one iteration of the event loop of the server process, measured inside it (bench/blocking/probe.mjs).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createArchiveScenarios } from './blocking/archives.ts'
import { createDrillData } from './blocking/data.ts'
import { createMailScenarios, startMailServer } from './blocking/mails.ts'
import { createRandomTextScenarios } from './blocking/random-texts.ts'
import { createCommitScenarios, createDrillRepository } from './blocking/repository.ts'
import { createRequests } from './blocking/requests.ts'
import type { Scenario } from './blocking/scenario.ts'
import { sendRequest } from './blocking/send.ts'
import { generateArchive } from './generate-archive.ts'
import { type RunningServer, runTulipwood, startServer } from './server-process.ts'

const { values: options } = parseArgs({
  options: {
    artifacts: { type: 'string', default: '2000' },
    /** Artifacts with a text of 64 KB, of each format. */
    long: { type: 'string', default: '1000' },
    /** Only requests whose name or input contains one of these, separated by commas. */
    only: { type: 'string', default: '' },
    /** Print requests that take at least this number of milliseconds. */
    above: { type: 'string', default: '0' },
    /** Send each request this many times, and print the worst. */
    repeat: { type: 'string', default: '1' },
  },
})

const goalMs = 50
const floorMs = 100
const login = 'ines'
const shownStatements = 20

interface Times {
  readonly cpu: number
  readonly wall: number
}

interface Statement extends Times {
  readonly sql: string
}

interface Result extends Times {
  readonly name: string
  readonly input: string
  readonly status: number
  readonly seconds: number
  readonly mebibytes: number
  /** The longest statement that SQLite ran on the main thread. */
  readonly statement: Statement
}

const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-blocking-'))
const mails = await startMailServer()
process.env['TULIPWOOD_SMTP_URL'] = `smtp://127.0.0.1:${mails.port}`
process.env['TULIPWOOD_MAIL_FROM'] = 'tracker@example.org'
try {
  const data = path.join(directory, 'data')
  const archive = path.join(directory, 'archive')
  await generateArchive(archive, { artifacts: Number(options.artifacts) })
  await runTulipwood(data, 'import', archive, '--create-users', 'active')
  const server = await startServer(data, 'bench/blocking/probe.mjs')
  try {
    print(await measureAll(server, await itemsOn(server, data, archive)))
  } finally {
    await server.stop()
  }
} finally {
  await mails.stop()
  await rm(directory, { recursive: true, force: true })
}

/** Builds the data of the drill and returns what to measure. */
async function itemsOn({ url }: RunningServer, data: string, archive: string): Promise<readonly Scenario[]> {
  const keyOf = async (user: string, ...scope: readonly string[]): Promise<string> =>
    (await runTulipwood(data, 'key', 'create', '--user', user, ...scope)).trim()
  const [admin, member] = [await keyOf('admin'), await keyOf(login)]
  const counts = { artifacts: Number(options.artifacts), longTexts: Number(options.long) }
  const created = await createDrillData({ url, admin, member, ...counts })
  const secret = await keyOf(login, '--scope', 'write:svn')
  const fixture = { url, key: member, login, secret, project: created.project, directory }
  const repository = await createDrillRepository(fixture)
  const watchers = [member, await keyOf('jonas'), await keyOf('kemal'), await keyOf('lotte')]
  const scenarios = [
    ...createRandomTextScenarios(url, created),
    ...(await createMailScenarios({ url, data: created, mails, watchers })),
    ...(repository === undefined
      ? []
      : createCommitScenarios({ repository, key: member, url, directory, mails, recipients: created.members })),
    ...(await createArchiveScenarios({ url, admin, archive })),
  ]
  const requests = [...createRequests({ ...created, repository })].map(
    (request): Scenario => ({
      ...request,
      async run() {
        const response = await sendRequest(url, request)
        // Jobs that the request enqueues count as well.
        await new Promise((resolve) => setTimeout(resolve, request.settleMs ?? 0))
        return response
      },
    }),
  )
  return [...scenarios, ...requests].filter(({ name, input }) =>
    options.only.split(',').some((part) => `${name} ${input}`.includes(part)),
  )
}

async function measureAll(server: RunningServer, items: readonly Scenario[]): Promise<readonly Result[]> {
  const results: Result[] = []
  const repeated = items.flatMap((item) => Array.from({ length: Number(options.repeat) }, () => item))
  for (const { name, input, run } of repeated) {
    await server.askProbe('take')
    const from = performance.now()
    const { status, bytes } = await run()
    const seconds = (performance.now() - from) / 1000
    const times = (await server.askProbe('take')) as Times & { readonly statement: Statement }
    const result = { name, input, status, ...times, seconds, mebibytes: bytes / 2 ** 20 }
    results.push(result)
    if (process.env['TULIPWOOD_DRILL_VERBOSE']) process.stdout.write(`${rowOf(result)}\n`)
  }
  return results
}

function rowOf({ name, input, status, cpu, wall, seconds, mebibytes, statement }: Result): string {
  const figures = [
    cpu.toFixed(0).padStart(8),
    wall.toFixed(0).padStart(8),
    statement.cpu.toFixed(0).padStart(8),
    seconds.toFixed(2).padStart(8),
    mebibytes.toFixed(1).padStart(8),
    String(status).padStart(5),
  ]
  return `${name.padEnd(44)}${input.padEnd(48)}${figures.join('')}`
}

/** Prints the worst input of each route, the longest piece first, and the statements that took longest. */
function print(results: readonly Result[]): void {
  const worst = [...Map.groupBy(results, ({ name }) => name).values()].map((of) =>
    of.reduce((a, b) => (b.cpu > a.cpu ? b : a)),
  )
  const slowest = worst.filter(({ cpu }) => cpu >= Number(options.above)).sort((a, b) => b.cpu - a.cpu)
  process.stdout.write(
    `\n${'route'.padEnd(44)}${'worst input'.padEnd(48)}${['cpu ms', 'wall ms', 'SQL ms', 'all s', 'MiB'].map((head) => head.padStart(8)).join('')}\n`,
  )
  for (const result of slowest) process.stdout.write(`${rowOf(result)}\n`)
  printStatements(results)
  const beyond = results.filter(({ cpu }) => cpu > floorMs)
  process.stdout.write(
    `\n${results.length} requests on ${worst.length} routes: ${results.filter(({ cpu }) => cpu > goalMs).length} with a piece above ${goalMs} ms, ${beyond.length} above ${floorMs} ms\n`,
  )
  for (const result of beyond.sort((a, b) => b.cpu - a.cpu))
    process.stdout.write(`above ${floorMs} ms: ${rowOf(result)}\n`)
  if (beyond.length > 0) process.exitCode = 1
}

function printStatements(results: readonly Result[]): void {
  const statements = [...Map.groupBy(results, ({ statement }) => statement.sql).values()]
    .map((of) => of.reduce((a, b) => (b.statement.cpu > a.statement.cpu ? b : a)))
    .sort((a, b) => b.statement.cpu - a.statement.cpu)
  process.stdout.write('\nlongest statements on the main thread\n')
  for (const { name, input, statement } of statements.slice(0, shownStatements))
    process.stdout.write(
      `${statement.cpu.toFixed(0).padStart(8)} ms (${statement.wall.toFixed(0)} ms wall)  ${name}, ${input}\n            ${statement.sql.replaceAll(/\s+/g, ' ').slice(0, 700)}\n`,
    )
}
