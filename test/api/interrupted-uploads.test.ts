import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { projectArchives } from '../../src/archives/commands/project-archives.ts'
import { inList } from '../../src/database/sql/sql.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { trackerFiles } from '../../src/uploads/commands/finish-tracker-file.ts'
import { sweepFiles } from '../../src/uploads/commands/sweep-files.ts'
import { sweepUploads } from '../../src/uploads/commands/sweep-uploads.ts'
import type { World } from '../../src/world/model/world.ts'
import type { ProjectFixture } from '../kit/project-fixture.ts'
import { getRounds } from '../kit/rounds.ts'
import { onEachDatabase } from '../kit/server.ts'
import { createInstallation, type ServerInstallation, type ServerProcess } from '../kit/server-process.ts'
import { uploadFile } from '../kit/tus-client.ts'
import { buildTusHeaders, createFileTracker } from '../kit/tus-requests.ts'

const number = (variable: string, defaultValue: number): number => Number(process.env[variable] ?? defaultValue)
const mebibyte = 1_048_576

/** `npm run drill:uploads` sets higher values. */
const size = number('TULIPWOOD_UPLOAD_MEBIBYTES', 6) * mebibyte
const interruptions = number('TULIPWOOD_UPLOAD_INTERRUPTIONS', 2)
const uploads = number('TULIPWOOD_UPLOADS', 6)
const uploadSize = number('TULIPWOOD_UPLOADS_EACH', 1) * mebibyte
const kills = getRounds('TULIPWOOD_UPLOAD_KILLS', { quick: 1, full: 3 })
const isDrill = process.env['TULIPWOOD_UPLOAD_MEBIBYTES'] !== undefined
const maxMemory = 200

onEachDatabase((dialect) => {
  describe('interrupted uploads', () => {
    // The case of two processes includes what one process does.
    it.each(isDrill ? [1, 2] : [2])(
      'arrive completely at %i alternating processes, whether client or server aborts',
      async (processes) => {
        const { home, papers: project } = await createInstallationForFiles()
        const servers: ServerProcess[] = []
        const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-content-'))
        const memory = watchMemory()
        try {
          const { file, hash } = await createContent(directory)
          for (let i = 0; i < processes; i++) servers.push(await home.startServer())
          const { upload_href, download_href } = await createUpload(home, project, servers[0], 'large.bin', size)
          for (let round = 1, isComplete = false; !isComplete; round++) {
            const index = round % processes
            const server = servers[index] as ServerProcess
            memory.of(server.pid)
            const kill = async (): Promise<void> => {
              await server.kill()
              servers[index] = await home.startServer()
            }
            const at = Math.floor((round * size) / (interruptions + 1))
            // Alternate between killing the server and aborting the client.
            const interrupt = round > interruptions ? undefined : round % 4 < 2 ? { at, run: kill } : { at }
            const outcome = await uploadFile({
              url: new URL(upload_href, server.api).href,
              headers: home.headers,
              size,
              read: (start) => createReadStream(file, { start }),
              interrupt,
            })
            isComplete = outcome === 'complete'
            if (isComplete) expect(round).toBe(interruptions + 1)
          }
          const whileUploading = await memory.maxUsage()
          const last = servers.at(-1) as ServerProcess
          memory.of(last.pid)
          expect(await hashOf(await get(home, last, download_href))).toBe(hash)
          const maxUsage = await memory.maxUsage()
          if (isDrill)
            process.stdout.write(
              `${dialect}, ${processes} processes: ${size / mebibyte} MiB with ${interruptions} interruptions, at most ${whileUploading} MiB of memory, ${maxUsage} with the download\n`,
            )
          expect(maxUsage).toBeLessThan(maxMemory)
        } finally {
          memory.stop()
          for (const server of servers) await server.kill()
          await rm(directory, { recursive: true, force: true })
          await home.remove()
        }
      },
      60_000 + interruptions * 60_000,
    )

    it(
      'that run concurrently are complete or leave nothing behind',
      async () => {
        const { home, papers: project } = await createInstallationForFiles()
        let server = await home.startServer()
        try {
          const base = randomBytes(uploadSize + uploads * 16)
          const contentOf = (i: number): Buffer => base.subarray(i * 16, i * 16 + uploadSize)
          const uploadsCreated = await Promise.all(
            Array.from({ length: uploads }, (_, i) => createUpload(home, project, server, `${i}.bin`, uploadSize)),
          )
          const outcomes = await Promise.all(
            uploadsCreated.map((upload, i) => sendWithAborts(home, server, upload, contentOf(i))),
          )
          const completeUploads = uploadsCreated.filter((_, i) => outcomes[i] === 'complete')
          for (const [i, upload] of uploadsCreated.entries()) {
            if (outcomes[i] !== 'complete') continue
            expect(await hashOf(await get(home, server, upload.download_href))).toBe(hashOfBytes(contentOf(i)))
          }
          const created = await fetch(`${server.api}artifacts`, {
            method: 'POST',
            headers: home.headers,
            body: JSON.stringify({
              tracker: { id: project.trackers.get('paper') },
              values: [{ field_id: project.fields.get('attachments'), value: completeUploads.map(({ id }) => id) }],
            }),
          })
          expect(created.status).toBe(201)
          await whileOpen(home, (world) =>
            expectOnlyFiles(
              world,
              completeUploads.map(({ id }) => id),
            ),
          )
          // Files of complete uploads must still exist.
          await server.kill()
          server = await home.startServer()
          for (const [i, upload] of uploadsCreated.entries()) {
            const response = await get(home, server, upload.download_href)
            if (outcomes[i] === 'complete') expect(await hashOf(response)).toBe(hashOfBytes(contentOf(i)))
            else expect(response.status).toBe(404)
          }
          if (isDrill) {
            const count = (end: string): number => outcomes.filter((one) => one === end).length
            process.stdout.write(
              `${dialect}: ${uploads} uploads of ${uploadSize / mebibyte} MiB at once: ${count('complete')} complete, ${count('deleted')} deleted, ${count('left')} left to expire\n`,
            )
          }
        } finally {
          await server.kill()
          await home.remove()
        }
      },
      60_000 + uploads * 10_000,
    )

    it(
      'are complete after a kill around the last byte as soon as a response reports it',
      async () => {
        const { home, papers: project } = await createInstallationForFiles()
        const counts = { killed: 0, complete: 0, resumed: 0, attached: 0 }
        let server = await home.startServer()
        try {
          for (let round = 0; round < kills; round++) {
            const contents = Array.from({ length: 4 }, () => randomBytes(65_536))
            const uploadsCreated = await Promise.all(
              contents.map((content, i) => createUpload(home, project, server, `${round}-${i}.bin`, content.length)),
            )
            const sending = uploadsCreated.map((upload, i) =>
              patchFrom(home, server, upload, contents[i] as Buffer, 0).catch(() => undefined),
            )
            await wait(Math.random() * 60)
            await server.kill()
            await Promise.all(sending)
            counts.killed++
            server = await home.startServer()
            for (const [i, upload] of uploadsCreated.entries()) {
              const content = contents[i] as Buffer
              // Half of the clients attach immediately, the others send HEAD first.
              const firstStatus = i % 2 === 0 ? await attach(home, project, server, upload) : undefined
              if (firstStatus === 201) counts.attached++
              else {
                if (firstStatus !== undefined) expect(firstStatus).toBe(404)
                const offset = await offsetOf(home, server, upload)
                if (offset === content.length) {
                  // A complete file must not have been rejected before.
                  expect(firstStatus).toBe(undefined)
                  counts.complete++
                } else {
                  expect((await patchFrom(home, server, upload, content, offset)).status).toBe(204)
                  counts.resumed++
                }
                expect(await attach(home, project, server, upload)).toBe(201)
              }
              expect(await hashOf(await get(home, server, upload.download_href))).toBe(hashOfBytes(content))
            }
          }
          expect(counts.attached + counts.complete + counts.resumed).toBe(kills * 4)
          if (isDrill)
            process.stdout.write(
              `${dialect}: ${counts.killed} kills around the last byte: ${counts.attached} attached at once, ${counts.complete} complete by HEAD, ${counts.resumed} resumed, none missing\n`,
            )
        } finally {
          await server.kill()
          await home.remove()
        }
      },
      120_000 + kills * 30_000,
    )

    async function createInstallationForFiles(): Promise<{
      readonly home: ServerInstallation
      readonly papers: ProjectFixture
    }> {
      const home = await createInstallation(dialect)
      const project = await whileOpen(home, async (world) => {
        const limits = { max_upload_bytes: 4096 * mebibyte, pending_upload_bytes_per_user: 65_536 * mebibyte }
        await changeSettings(world, { kind: 'system', reason: 'test' }, limits)
        return createFileTracker({ world }, [101 as never])
      })
      return { home, papers: project }
    }
  })
})

/** Creates a file with random content of the given size, and returns its hash. */
async function createContent(directory: string): Promise<{ readonly file: string; readonly hash: string }> {
  const file = path.join(directory, 'content')
  const hash = createHash('sha256')
  const handle = await open(file, 'w')
  for (let written = 0; written < size; written += mebibyte) {
    const piece = randomBytes(mebibyte)
    hash.update(piece)
    await handle.write(piece)
  }
  await handle.close()
  return { file, hash: hash.digest('hex') }
}

interface UploadResponse {
  readonly id: number
  readonly upload_href: string
  readonly download_href: string
}

async function createUpload(
  { headers }: ServerInstallation,
  project: ProjectFixture,
  server: ServerProcess | undefined,
  name: string,
  bytes: number,
): Promise<UploadResponse> {
  const response = await fetch(`${server?.api}tracker_fields/${project.fields.get('attachments')}/files`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name, file_size: bytes, file_type: 'application/octet-stream' }),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as UploadResponse
}

const patchFrom = (
  { headers }: ServerInstallation,
  { api }: ServerProcess,
  { upload_href }: UploadResponse,
  content: Buffer,
  offset: number,
) =>
  fetch(new URL(upload_href, api), {
    method: 'PATCH',
    headers: {
      ...headers,
      ...buildTusHeaders({ 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' }),
    },
    body: content.subarray(offset),
  })

async function offsetOf(
  { headers }: ServerInstallation,
  { api }: ServerProcess,
  { upload_href }: UploadResponse,
): Promise<number> {
  const response = await fetch(new URL(upload_href, api), {
    method: 'HEAD',
    headers: { ...headers, ...buildTusHeaders() },
  })
  expect(response.status).toBe(204)
  return Number(response.headers.get('upload-offset'))
}

async function attach(
  { headers }: ServerInstallation,
  project: ProjectFixture,
  { api }: ServerProcess,
  { id }: UploadResponse,
): Promise<number> {
  const values = [{ field_id: project.fields.get('attachments'), value: [id] }]
  const body = JSON.stringify({ tracker: { id: project.trackers.get('paper') }, values })
  return (await fetch(`${api}artifacts`, { method: 'POST', headers, body })).status
}

/** Sends an upload that is aborted at random; some clients give up, some delete the upload. */
async function sendWithAborts(
  { headers }: ServerInstallation,
  { api }: ServerProcess,
  { upload_href }: UploadResponse,
  content: Buffer,
): Promise<'complete' | 'left' | 'deleted'> {
  const url = new URL(upload_href, api).href
  for (;;) {
    const at = Math.floor(Math.random() * content.length)
    const outcome = await uploadFile({
      url,
      headers,
      size: content.length,
      read: (start) => Readable.from(chunksOf(content.subarray(start))),
      interrupt: Math.random() < 0.6 ? { at } : undefined,
    })
    if (outcome === 'complete') return 'complete'
    const random = Math.random()
    if (random < 0.1) return 'left'
    if (random > 0.2) continue
    // The aborted request may hold the lock for a moment.
    for (;;) {
      const { status } = await fetch(url, { method: 'DELETE', headers: { ...headers, ...buildTusHeaders() } })
      if (status === 204) return 'deleted'
      expect(status).toBe(423)
    }
  }
}

function* chunksOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
}

/** Expires abandoned uploads, and checks that only these files are left. */
async function expectOnlyFiles(world: World, ids: readonly number[]): Promise<void> {
  const later: World = { ...world, clock: { now: () => world.clock.now() + 2 * 86_400 } }
  await sweepUploads(later, [trackerFiles, projectArchives])
  await sweepFiles(later)
  const files = await world.db.read.selectFrom('file').select(['id', 'blob', 'status']).execute()
  expect(files.map(({ id }) => Number(id)).sort()).toEqual([...ids].sort())
  expect(files.filter(({ status }) => status !== 'attached')).toEqual([])
  expect(
    await world.db.read
      .selectFrom('upload')
      .select('id')
      .where(inList('kind', ['tracker']))
      .execute(),
  ).toEqual([])
  expect((await Array.fromAsync(world.staging.list())).map(({ name }) => name)).toEqual([])
  const stored = (await Array.fromAsync(world.files.list())).map(({ name }) => name)
  expect(stored.sort()).toEqual(files.map(({ blob }) => String(blob)).sort())
}

const get = ({ headers }: ServerInstallation, { api }: ServerProcess, href: string): Promise<Response> =>
  fetch(new URL(href, api), { headers })

async function hashOf(response: Response): Promise<string> {
  expect(response.status).toBe(200)
  const hash = createHash('sha256')
  for await (const piece of response.body ?? []) hash.update(piece)
  return hash.digest('hex')
}

const hashOfBytes = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function whileOpen<T>(home: ServerInstallation, work: (world: World) => Promise<T>): Promise<T> {
  const world = await home.openWorld()
  try {
    return await work(world)
  } finally {
    await world.db.close()
  }
}

/** Records the maximum memory usage of the processes, in MiB. */
function watchMemory(): { of(pid: number): void; maxUsage(): Promise<number>; stop(): void } {
  const pids = new Set<number>()
  let maxUsage = 0
  const measure = async (): Promise<void> => {
    for (const pid of pids) {
      // Killed processes have no status, and other systems have no /proc.
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      maxUsage = Math.max(maxUsage, Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    }
  }
  const timer = setInterval(() => void measure(), 50)
  return {
    of: (pid) => void pids.add(pid),
    async maxUsage() {
      await measure()
      return Math.round(maxUsage)
    },
    stop: () => clearInterval(timer),
  }
}
