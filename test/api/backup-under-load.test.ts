import { createHash, randomBytes } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../src/cli/run.ts'
import { createDatabaseDirectory } from '../kit/database-directory.ts'
import { isFullMatrix } from '../kit/full-matrix.ts'
import { findInstalledPostgres } from '../kit/installed-postgres.ts'
import { createDatabase, createPostgresServer } from '../kit/postgres-server.ts'
import type { ProjectFixture } from '../kit/project-fixture.ts'
import { type KnownArtifacts, RandomWriter } from '../kit/random-writer.ts'
import { readStates } from '../kit/read-states.ts'
import { getRounds } from '../kit/rounds.ts'
import { createInstallation, type ServerInstallation, startServerProcess } from '../kit/server-process.ts'
import { buildTusHeaders, createFileTracker } from '../kit/tus-requests.ts'

/** Number of backups; `npm run drill:backup -- --rounds 20` sets a higher one. */
const rounds = getRounds('TULIPWOOD_BACKUP_ROUNDS', { quick: 1, full: 2 })
const isDrill = process.env['TULIPWOOD_BACKUP_ROUNDS'] !== undefined
const writerCount = 3
const uploaderCount = 2
const postgresBinaries = findInstalledPostgres()

/** A request that changes something, in milliseconds of the same clock. */
interface ClientStep {
  readonly sentAt: number
  readonly answeredAt: number
}

/** A client that sends one change after the other, so that a backup has the first ones of them. */
interface Client {
  readonly steps: readonly ClientStep[]
  /** Sends one change; throws if it fails. */
  step(api: string): Promise<void>
  /** Returns the numbers of changes after which a server has the present state of this client. */
  matchSteps(api: string, from: number): Promise<readonly number[]>
  /** Ids of the artifacts that exist after so many changes. */
  artifactsAfter(steps: number): readonly number[]
}

describe.each(['sqlite', 'postgres'] as const)('backups under load on %s', (dialect) => {
  describe.skipIf(dialect === 'postgres' && !((isFullMatrix || isDrill) && postgresBinaries !== undefined))(
    'of a server whose clients write',
    () => {
      it(
        'have every acknowledged change, and no part of another one',
        async () => {
          // pg_dump must not be older than the server.
          const postgres = dialect === 'postgres' ? await createPostgresServer(postgresBinaries) : undefined
          if (postgres !== undefined) process.env['PATH'] = `${postgresBinaries}:${process.env['PATH']}`
          const createEnv = async (): Promise<Record<string, string>> =>
            postgres === undefined ? {} : { DATABASE_URL: (await createDatabase(postgres.url)).url }
          const home = await createInstallation('sqlite', {
            env: { TULIPWOOD_SECRET_KEY: 'a1'.repeat(32), ...(await createEnv()) },
          })
          const scratch = await createDatabaseDirectory('tulipwood-backups-')
          const world = await home.openWorld()
          const papers = await createFileTracker({ world }, [101 as never])
          await world.db.close()
          const server = await home.startServer()
          const clients = [
            ...Array.from({ length: writerCount }, () => createWriter(home)),
            ...Array.from({ length: uploaderCount }, () => createUploader(home, papers)),
          ]
          const during: ClientStep[] = []
          let bytes = 0
          try {
            for (let round = 0; round < rounds; round++) {
              const backup = path.join(scratch, `backup-${round}`)
              let isOver = false
              const writing = clients.map(async (client) => {
                while (!isOver) await client.step(server.api)
              })
              const failed = Promise.all(writing)
              // Awaited below, with the error of the client.
              failed.catch(() => undefined)
              await sleep(100 + Math.random() * 400)
              const acknowledged = clients.map(({ steps }) => steps.length)
              const begun = performance.now()
              const created = await run(home.env, ['backup', 'create', backup, '--json'])
              const ended = performance.now()
              isOver = true
              await failed
              expect(created.code, created.stderr).toBe(0)
              bytes = JSON.parse(created.stdout).bytes
              const steps = clients.flatMap((client) => client.steps)
              during.push(...steps.filter(({ sentAt, answeredAt }) => answeredAt > begun && sentAt < ended))

              const data = path.join(scratch, `restored-${round}`)
              const env = { ...home.env, TULIPWOOD_DATA: data, ...(await createEnv()) }
              const restored = await run(env, ['backup', 'restore', backup])
              expect(restored.code, restored.stderr).toBe(0)
              const checked = await run(env, ['doctor'])
              expect(checked.code, checked.stdout).toBe(0)
              const copy = await startServerProcess(env)
              try {
                await compare(home, papers, copy.api, clients, acknowledged)
              } finally {
                await copy.kill()
              }
              await rm(data, { recursive: true })
              await rm(backup, { recursive: true })
            }
          } finally {
            await server.kill()
            await home.remove()
            await rm(scratch, { recursive: true, force: true })
            await postgres?.stop()
          }
          expect(during.length).toBeGreaterThan(0)
          await expect(stat(scratch)).rejects.toThrow('ENOENT')
          if (isDrill) {
            const steps = clients.reduce((sum, client) => sum + client.steps.length, 0)
            const slowest = Math.max(...during.map(({ sentAt, answeredAt }) => answeredAt - sentAt))
            process.stdout.write(
              `${dialect}: ${rounds} backups, the last of ${(bytes / 1e6).toFixed(1)} MB; ${steps} changes, ${during.length} of them during a backup, none failed, the slowest of these took ${Math.round(slowest)} ms\n`,
            )
          }
        },
        60_000 + rounds * 60_000,
      )
    },
  )
})

/** Runs a command in this process. */
async function run(env: Readonly<Record<string, string>>, args: readonly string[]) {
  let [stdout, stderr] = ['', '']
  const code = await runCommandLine(args, {
    env,
    stdin: Readable.from([]),
    isTerminal: false,
    out(text) {
      stdout += text
    },
    error(text) {
      stderr += text
    },
  })
  return { code, stdout, stderr }
}

/**
 * Compares a restored server with what the clients know: it has the first changes of each client, at least those that
 * were acknowledged when the backup began, as of one moment of all clients, and nothing else.
 */
async function compare(
  home: ServerInstallation,
  papers: ProjectFixture,
  api: string,
  clients: readonly Client[],
  acknowledged: readonly number[],
): Promise<void> {
  const matching = await Promise.all(clients.map((client, i) => client.matchSteps(api, acknowledged[i] ?? 0)))
  for (const [i, each] of matching.entries()) expect([i, each.length > 0]).toEqual([i, true])
  // No change is missing that was acknowledged before another one, which is there, was sent.
  const missing = clients.flatMap(({ steps }, i) => steps[Math.max(...(matching[i] ?? []))] ?? [])
  const included = clients.flatMap(({ steps }, i) => steps[Math.min(...(matching[i] ?? [])) - 1] ?? [])
  expect(Math.min(...missing.map(({ answeredAt }) => answeredAt), Number.POSITIVE_INFINITY)).toBeGreaterThan(
    Math.max(...included.map(({ sentAt }) => sentAt)),
  )
  const trackers = [...home.project.trackers.values(), ...papers.trackers.values()]
  const found = (await Promise.all(trackers.map((tracker) => listIds(home, api, tracker)))).flat()
  const known = clients.flatMap((client, i) => client.artifactsAfter(matching[i]?.[0] ?? 0))
  expect(found.sort(byNumber)).toEqual([...known].sort(byNumber))
}

const byNumber = (a: number, b: number): number => a - b

/** Returns the ids of all artifacts of a tracker, of all pages. */
async function listIds({ headers }: ServerInstallation, api: string, tracker: number): Promise<number[]> {
  const ids: number[] = []
  for (;;) {
    const response = await fetch(`${api}trackers/${tracker}/artifacts?limit=100&offset=${ids.length}`, { headers })
    expect(response.status).toBe(200)
    const page = (await response.json()) as { readonly id: number }[]
    ids.push(...page.map(({ id }) => id))
    if (ids.length >= Number(response.headers.get('x-pagination-size'))) return ids
  }
}

/** A client that creates, changes, links, moves and deletes artifacts. */
function createWriter(home: ServerInstallation): Client {
  const writer = new RandomWriter(home)
  const steps: ClientStep[] = []
  const states: KnownArtifacts[] = [writer.artifacts]
  return {
    steps,
    async step(api) {
      const sentAt = performance.now()
      if (!(await writer.writeOnce(api))) throw new Error('A request has no response')
      steps.push({ sentAt, answeredAt: performance.now() })
      states.push(writer.artifacts)
    },
    async matchSteps(api, from) {
      const later = states.slice(from)
      const present = await readStates(home, api, new Set(later.flatMap((state) => [...state.keys()])))
      return later.flatMap((state, i) => (isDeepStrictEqual(state, present) ? [from + i] : []))
    },
    artifactsAfter: (count) => [...(states[count]?.keys() ?? [])],
  }
}

interface AttachedFile {
  readonly artifact: number
  readonly downloadHref: string
  readonly hash: string
}

/** A client that uploads files of up to 200 kB in two pieces, each attached to a new artifact. */
function createUploader({ headers }: ServerInstallation, papers: ProjectFixture): Client {
  const steps: ClientStep[] = []
  const attached: AttachedFile[] = []
  const field = papers.fields.get('attachments')

  async function send(
    url: string | URL,
    method: string,
    body: string | Uint8Array<ArrayBuffer>,
    more: object = {},
  ): Promise<Response> {
    const response = await fetch(url, { method, body, headers: { ...headers, ...more } })
    if (!response.ok) throw new Error(`${method} ${url} returned ${response.status}: ${await response.text()}`)
    return response
  }

  return {
    steps,
    async step(api) {
      const content = randomBytes(1000 + Math.floor(Math.random() * 200_000))
      const upload = JSON.stringify({ name: 'a.bin', file_size: content.length, file_type: 'application/octet-stream' })
      const created: any = await (await send(`${api}tracker_fields/${field}/files`, 'POST', upload)).json()
      const half = content.length >> 1
      for (const [start, end] of [
        [0, half],
        [half, content.length],
      ] as const)
        await send(new URL(created.upload_href, api), 'PATCH', content.subarray(start, end), {
          ...buildTusHeaders({ 'upload-offset': `${start}`, 'content-type': 'application/offset+octet-stream' }),
        })
      const values = [{ field_id: field, value: [created.id] }]
      const artifact = JSON.stringify({ tracker: { id: papers.trackers.get('paper') }, values })
      const sentAt = performance.now()
      const { id }: any = await (await send(`${api}artifacts`, 'POST', artifact)).json()
      steps.push({ sentAt, answeredAt: performance.now() })
      attached.push({ artifact: id, downloadHref: created.download_href, hash: hashBytes(content) })
    },
    async matchSteps(api, from) {
      const isPresent = await Promise.all(attached.map((file) => hasFile(api, file)))
      const count = isPresent.lastIndexOf(true) + 1
      return count >= from && !isPresent.slice(0, count).includes(false) ? [count] : []
    },
    artifactsAfter: (count) => attached.slice(0, count).map(({ artifact }) => artifact),
  }

  /** Whether the artifact exists; then it has its file, byte by byte. */
  async function hasFile(api: string, { artifact, downloadHref, hash }: AttachedFile): Promise<boolean> {
    const response = await fetch(`${api}artifacts/${artifact}`, { headers })
    if (response.status === 404) return false
    expect(response.status).toBe(200)
    const { values }: any = await response.json()
    const files = values.find((each: any) => each.label === 'attachments')?.file_descriptions
    expect(files).toHaveLength(1)
    const content = await fetch(new URL(downloadHref, api), { headers })
    expect([content.status, hashBytes(Buffer.from(await content.arrayBuffer()))]).toEqual([200, hash])
    return true
  }
}

const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
