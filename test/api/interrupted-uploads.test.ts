import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { projectArchives } from '../../src/archives/commands/project-archives.ts'
import { inList } from '../../src/kit/db/sql.ts'
import type { World } from '../../src/kit/world.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { trackerFiles } from '../../src/uploads/commands/finish-tracker-file.ts'
import { sweepFiles } from '../../src/uploads/commands/sweep-files.ts'
import { sweepUploads } from '../../src/uploads/commands/sweep-uploads.ts'
import type { ProjectFixture } from '../kit/project-fixture.ts'
import { roundsOf } from '../kit/rounds.ts'
import { onEachDatabase } from '../kit/server.ts'
import { createInstallation, type ServerInstallation, type ServerProcess } from '../kit/server-process.ts'
import { uploadFile } from '../kit/tus-client.ts'
import { createFileTracker, tusHeaders } from '../kit/tus-requests.ts'

const number = (variable: string, otherwise: number): number => Number(process.env[variable] ?? otherwise)
const mebibyte = 1_048_576

/** `npm run drill:uploads` takes more of each. */
const size = number('TULIPWOOD_UPLOAD_MEBIBYTES', 6) * mebibyte
const interruptions = number('TULIPWOOD_UPLOAD_INTERRUPTIONS', 2)
const uploads = number('TULIPWOOD_UPLOADS', 6)
const each = number('TULIPWOOD_UPLOADS_EACH', 1) * mebibyte
const kills = roundsOf('TULIPWOOD_UPLOAD_KILLS', { quick: 1, full: 3 })
const isDrill = process.env['TULIPWOOD_UPLOAD_MEBIBYTES'] !== undefined
const mostMemory = 200

onEachDatabase((dialect) => {
  describe('uploads that are interrupted', () => {
    // Two in turn include what one does.
    it.each(isDrill ? [1, 2] : [2])(
      'arrive whole at %i processes in turn, whichever of client and server breaks off',
      async (processes) => {
        const { home, papers } = await aHomeForFiles()
        const servers: ServerProcess[] = []
        const folder = await mkdtemp(path.join(tmpdir(), 'tulipwood-content-'))
        const memory = watchMemory()
        try {
          const { file, hash } = await someContent(folder)
          for (let i = 0; i < processes; i++) servers.push(await home.startServer())
          const { upload_href, download_href } = await announce(home, papers, servers[0], 'large.bin', size)
          for (let round = 1, isComplete = false; !isComplete; round++) {
            const turn = round % processes
            const server = servers[turn] as ServerProcess
            memory.of(server.pid)
            const kill = async (): Promise<void> => {
              await server.kill()
              servers[turn] = await home.startServer()
            }
            const at = Math.floor((round * size) / (interruptions + 1))
            // Every other time it is the server that goes.
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
          const whileUploading = await memory.most()
          const last = servers.at(-1) as ServerProcess
          memory.of(last.pid)
          expect(await hashOf(await get(home, last, download_href))).toBe(hash)
          const most = await memory.most()
          if (isDrill)
            process.stdout.write(
              `${dialect}, ${processes} processes: ${size / mebibyte} MiB with ${interruptions} interruptions, at most ${whileUploading} MiB of memory, ${most} with the download\n`,
            )
          expect(most).toBeLessThan(mostMemory)
        } finally {
          memory.stop()
          for (const server of servers) await server.kill()
          await rm(folder, { recursive: true, force: true })
          await home.remove()
        }
      },
      60_000 + interruptions * 60_000,
    )

    it(
      'many at once, end whole or leave nothing',
      async () => {
        const { home, papers } = await aHomeForFiles()
        let server = await home.startServer()
        try {
          const base = randomBytes(each + uploads * 16)
          const contentOf = (i: number): Buffer => base.subarray(i * 16, i * 16 + each)
          const announced = await Promise.all(
            Array.from({ length: uploads }, (_, i) => announce(home, papers, server, `${i}.bin`, each)),
          )
          const ends = await Promise.all(
            announced.map((upload, i) => sendWithAborts(home, server, upload, contentOf(i))),
          )
          const whole = announced.filter((_, i) => ends[i] === 'complete')
          for (const [i, upload] of announced.entries()) {
            if (ends[i] !== 'complete') continue
            expect(await hashOf(await get(home, server, upload.download_href))).toBe(hashOfBytes(contentOf(i)))
          }
          const made = await fetch(`${server.api}artifacts`, {
            method: 'POST',
            headers: home.headers,
            body: JSON.stringify({
              tracker: { id: papers.trackers.get('paper') },
              values: [{ field_id: papers.fields.get('attachments'), value: whole.map(({ id }) => id) }],
            }),
          })
          expect(made.status).toBe(201)
          await whileOpen(home, (world) =>
            nothingElseIsLeft(
              world,
              whole.map(({ id }) => id),
            ),
          )
          // Nor is anything gone that should be there.
          await server.kill()
          server = await home.startServer()
          for (const [i, upload] of announced.entries()) {
            const answer = await get(home, server, upload.download_href)
            if (ends[i] === 'complete') expect(await hashOf(answer)).toBe(hashOfBytes(contentOf(i)))
            else expect(answer.status).toBe(404)
          }
          if (isDrill) {
            const count = (end: string): number => ends.filter((one) => one === end).length
            process.stdout.write(
              `${dialect}: ${uploads} uploads of ${each / mebibyte} MiB at once: ${count('complete')} complete, ${count('taken back')} taken back, ${count('left')} left to expire\n`,
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
      'whose server is killed around the last byte are complete as soon as an answer says so',
      async () => {
        const { home, papers } = await aHomeForFiles()
        const found = { killed: 0, complete: 0, resumed: 0, attached: 0 }
        let server = await home.startServer()
        try {
          for (let round = 0; round < kills; round++) {
            const contents = Array.from({ length: 4 }, () => randomBytes(65_536))
            const announced = await Promise.all(
              contents.map((content, i) => announce(home, papers, server, `${round}-${i}.bin`, content.length)),
            )
            const sending = announced.map((upload, i) =>
              patchFrom(home, server, upload, contents[i] as Buffer, 0).catch(() => undefined),
            )
            await wait(Math.random() * 60)
            await server.kill()
            await Promise.all(sending)
            found.killed++
            server = await home.startServer()
            for (const [i, upload] of announced.entries()) {
              const content = contents[i] as Buffer
              // Half of the clients attach at once, the others ask first.
              const early = i % 2 === 0 ? await attach(home, papers, server, upload) : undefined
              if (early === 201) found.attached++
              else {
                if (early !== undefined) expect(early).toBe(404)
                const offset = await offsetOf(home, server, upload)
                if (offset === content.length) {
                  // An early refusal of a file that is complete now would be the fault.
                  expect(early).toBe(undefined)
                  found.complete++
                } else {
                  expect((await patchFrom(home, server, upload, content, offset)).status).toBe(204)
                  found.resumed++
                }
                expect(await attach(home, papers, server, upload)).toBe(201)
              }
              expect(await hashOf(await get(home, server, upload.download_href))).toBe(hashOfBytes(content))
            }
          }
          expect(found.attached + found.complete + found.resumed).toBe(kills * 4)
          if (isDrill)
            process.stdout.write(
              `${dialect}: ${found.killed} kills around the last byte: ${found.attached} attached at once, ${found.complete} complete by HEAD, ${found.resumed} resumed, none missing\n`,
            )
        } finally {
          await server.kill()
          await home.remove()
        }
      },
      120_000 + kills * 30_000,
    )

    async function aHomeForFiles(): Promise<{ readonly home: ServerInstallation; readonly papers: ProjectFixture }> {
      const home = await createInstallation(dialect)
      const papers = await whileOpen(home, async (world) => {
        const limits = { max_upload_bytes: 4096 * mebibyte, pending_upload_bytes_per_user: 65_536 * mebibyte }
        await changeSettings(world, { kind: 'system', reason: 'test' }, limits)
        return createFileTracker({ world }, [101 as never])
      })
      return { home, papers }
    }
  })
})

/** Content of a given size, and its hash. */
async function someContent(folder: string): Promise<{ readonly file: string; readonly hash: string }> {
  const file = path.join(folder, 'content')
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

interface Announced {
  readonly id: number
  readonly upload_href: string
  readonly download_href: string
}

async function announce(
  { headers }: ServerInstallation,
  papers: ProjectFixture,
  server: ServerProcess | undefined,
  name: string,
  bytes: number,
): Promise<Announced> {
  const answer = await fetch(`${server?.api}tracker_fields/${papers.fields.get('attachments')}/files`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name, file_size: bytes, file_type: 'application/octet-stream' }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Announced
}

const patchFrom = (
  { headers }: ServerInstallation,
  { api }: ServerProcess,
  { upload_href }: Announced,
  content: Buffer,
  offset: number,
) =>
  fetch(new URL(upload_href, api), {
    method: 'PATCH',
    headers: {
      ...headers,
      ...tusHeaders({ 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' }),
    },
    body: content.subarray(offset),
  })

async function offsetOf(
  { headers }: ServerInstallation,
  { api }: ServerProcess,
  { upload_href }: Announced,
): Promise<number> {
  const answer = await fetch(new URL(upload_href, api), { method: 'HEAD', headers: { ...headers, ...tusHeaders() } })
  expect(answer.status).toBe(204)
  return Number(answer.headers.get('upload-offset'))
}

async function attach(
  { headers }: ServerInstallation,
  papers: ProjectFixture,
  { api }: ServerProcess,
  { id }: Announced,
): Promise<number> {
  const values = [{ field_id: papers.fields.get('attachments'), value: [id] }]
  const body = JSON.stringify({ tracker: { id: papers.trackers.get('paper') }, values })
  return (await fetch(`${api}artifacts`, { method: 'POST', headers, body })).status
}

/** A client that breaks off now and then; some give up, some take back what they began. */
async function sendWithAborts(
  { headers }: ServerInstallation,
  { api }: ServerProcess,
  { upload_href }: Announced,
  content: Buffer,
): Promise<'complete' | 'left' | 'taken back'> {
  const url = new URL(upload_href, api).href
  for (;;) {
    const at = Math.floor(Math.random() * content.length)
    const outcome = await uploadFile({
      url,
      headers,
      size: content.length,
      read: (start) => Readable.from(inPieces(content.subarray(start))),
      interrupt: Math.random() < 0.6 ? { at } : undefined,
    })
    if (outcome === 'complete') return 'complete'
    const mood = Math.random()
    if (mood < 0.1) return 'left'
    if (mood > 0.2) continue
    // Who was cut off may hold it for a moment more.
    for (;;) {
      const { status } = await fetch(url, { method: 'DELETE', headers: { ...headers, ...tusHeaders() } })
      if (status === 204) return 'taken back'
      expect(status).toBe(423)
    }
  }
}

function* inPieces(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
}

/** What was given up expires, with all that came of it; of files, these alone stay. */
async function nothingElseIsLeft(world: World, ids: readonly number[]): Promise<void> {
  const later: World = { ...world, clock: { now: () => world.clock.now() + 2 * 86_400 } }
  await sweepUploads(later, [trackerFiles, projectArchives])
  await sweepFiles(later)
  const files = await world.db.read.selectFrom('file').select(['id', 'blob', 'state']).execute()
  expect(files.map(({ id }) => Number(id)).sort()).toEqual([...ids].sort())
  expect(files.filter(({ state }) => state !== 'attached')).toEqual([])
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

async function hashOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200)
  const hash = createHash('sha256')
  for await (const piece of answer.body ?? []) hash.update(piece)
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

/** The most memory of its own that any of the processes had; MiB. */
function watchMemory(): { of(pid: number): void; most(): Promise<number>; stop(): void } {
  const pids = new Set<number>()
  let most = 0
  const look = async (): Promise<void> => {
    for (const pid of pids) {
      // Those that were killed have none; other systems do not say.
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      most = Math.max(most, Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    }
  }
  const looking = setInterval(() => void look(), 50)
  return {
    of: (pid) => void pids.add(pid),
    async most() {
      await look()
      return Math.round(most)
    },
    stop: () => clearInterval(looking),
  }
}
