import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { projectArchives } from '../../src/archives/commands/project-archives.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import { trackerFiles } from '../../src/uploads/commands/finish-tracker-file.ts'
import { sweepUploads } from '../../src/uploads/commands/sweep-uploads.ts'
import { openBucket } from '../../src/uploads/storage/s3/bucket.ts'
import { listObjects } from '../../src/uploads/storage/s3/listing.ts'
import type { World } from '../../src/world/model/world.ts'
import { computeSha256, createPatternedBytes, splitIntoChunks } from '../kit/files-contract.ts'
import type { ProjectFixture } from '../kit/project-fixture.ts'
import { createInstallation, type ServerInstallation, type ServerProcess } from '../kit/server-process.ts'
import { createStorageEnvironment } from '../kit/storage.ts'
import { uploadFile } from '../kit/tus-client.ts'
import { buildOffsetHeaders, buildTusHeaders, createFileTracker } from '../kit/tus-requests.ts'

const isSkipped = inject('objectStore') === null || inject('postgresUrl') === null
const nodeNames = ['one', 'two'] as const
type NodeName = (typeof nodeNames)[number]

describe.skipIf(isSkipped)('two nodes without a shared directory', () => {
  const storage = {
    ...createStorageEnvironment('nodes'),
    TULIPWOOD_SECRET_KEY: randomBytes(32).toString('hex'),
  }
  let home: ServerInstallation
  let papers: ProjectFixture
  let directory: string
  const nodes = new Map<NodeName, ServerProcess>()

  const startNode = async (name: NodeName): Promise<void> =>
    void nodes.set(name, await home.startServer({ TULIPWOOD_DATA: path.join(directory, name) }))
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-nodes-'))
    home = await createInstallation('postgres', { env: storage })
    papers = await whileOpen((world) => createFileTracker({ world }, [101 as never]))
    await Promise.all(nodeNames.map(startNode))
  })
  afterAll(async () => {
    for (const node of nodes.values()) await node.kill()
    await home?.remove()
    await rm(directory, { recursive: true, force: true })
  })

  async function whileOpen<T>(work: (world: World) => Promise<T>): Promise<T> {
    const world = await home.openWorld()
    try {
      return await work(world)
    } finally {
      await world.db.close()
    }
  }
  const send = (name: NodeName, method: string, url: string, body?: object) =>
    fetch(new URL(url, nodes.get(name)?.api), {
      method,
      headers: home.headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
  const sendJson = async (...request: Parameters<typeof send>) => {
    const response = await send(...request)
    const text = await response.text()
    expect(response.ok, text).toBe(true)
    return JSON.parse(text)
  }
  const createUpload = async (size: number) => {
    const body = {
      name: `${randomBytes(6).toString('hex')}.bin`,
      file_size: size,
      file_type: 'application/octet-stream',
    }
    return sendJson('one', 'POST', `tracker_fields/${papers.fields.get('attachments')}/files`, body)
  }
  const patch = (name: NodeName, href: string, offset: number, content: Uint8Array) =>
    fetch(new URL(href, nodes.get(name)?.api), {
      method: 'PATCH',
      headers: { ...home.headers, ...buildOffsetHeaders(offset) },
      body: Buffer.from(content),
    })
  const offsetOf = async (name: NodeName, href: string): Promise<number> => {
    const headers = { ...home.headers, ...buildTusHeaders() }
    const response = await fetch(new URL(href, nodes.get(name)?.api), { method: 'HEAD', headers })
    expect(response.status).toBe(204)
    return Number(response.headers.get('upload-offset'))
  }
  const attach = (name: NodeName, id: number) =>
    sendJson(name, 'POST', 'artifacts', {
      tracker: { id: papers.trackers.get('paper') },
      values: [{ field_id: papers.fields.get('attachments'), value: [id] }],
    })
  const download = async (name: NodeName, href: string): Promise<Uint8Array> => {
    const response = await send(name, 'GET', href)
    expect(response.status).toBe(200)
    return new Uint8Array(await response.arrayBuffer())
  }
  /** Names of objects that are not files. */
  const stagedObjects = async (): Promise<string[]> => {
    const { objectStorage } = readConfig(storage)
    if (objectStorage === null) throw new Error('No storage is configured')
    const bucket = openBucket(objectStorage, { warn() {} })
    return Array.fromAsync(listObjects(bucket, `${objectStorage.prefix}staging/`), (object) => object.name)
  }
  const stagedFiles = async (): Promise<string[]> =>
    (await Promise.all(nodeNames.map((name) => readdir(path.join(directory, name, 'uploads')).catch(() => [])))).flat()

  it('complete an upload of 24 chunks together, of which one is killed half way', async () => {
    const content = createPatternedBytes(24 * 300_000)
    const { id, upload_href, download_href } = await createUpload(content.length)
    for (let chunk = 0; chunk < 24; chunk++) {
      const name = nodeNames[chunk % 2] as NodeName
      const offset = chunk * 300_000
      if (chunk === 12) {
        // The first part of the chunk arrives at a node that ends; its lock ends with the process.
        const rest = content.subarray(offset, offset + 300_000)
        const body = Readable.from(endlessly(rest.subarray(0, 100_000)))
        const headers = { ...home.headers, ...buildOffsetHeaders(offset) }
        const url = new URL(upload_href, nodes.get(name)?.api)
        const broken = fetch(url, { method: 'PATCH', headers, body: body as never, duplex: 'half' } as RequestInit)
        broken.catch(() => undefined)
        await expect.poll(() => isLocked(id)).toBe(true)
        await nodes.get(name)?.kill()
        await expect(broken).rejects.toThrow()
        expect(await offsetOf('two', upload_href)).toBe(offset)
        await startNode(name)
      }
      const response = await patch(name, upload_href, offset, content.subarray(offset, offset + 300_000))
      expect([response.status, response.headers.get('upload-offset')]).toEqual([204, `${offset + 300_000}`])
    }
    expect(await offsetOf('two', upload_href)).toBe(content.length)
    await attach('one', id)
    expect(computeSha256(await download('two', download_href))).toBe(computeSha256(content))
    expect([await stagedObjects(), await stagedFiles()]).toEqual([[], []])
  })

  it('resume an upload whose connection breaks, at the other node', async () => {
    const content = createPatternedBytes(3_000_000)
    const { id, upload_href, download_href } = await createUpload(content.length)
    const transfer = (name: NodeName, at?: number) =>
      uploadFile({
        url: new URL(upload_href, nodes.get(name)?.api).href,
        headers: home.headers,
        size: content.length,
        read: (from) => splitIntoChunks(content.subarray(from)),
        interrupt: at === undefined ? undefined : { at },
      })
    expect(await transfer('one', 1_000_001)).toBe('interrupted')
    // The node stores what arrived after it has noticed the end of the connection.
    await expect.poll(() => offsetOf('two', upload_href)).toBeGreaterThan(0)
    expect(await transfer('two', 2_000_001)).toBe('interrupted')
    expect(await transfer('one')).toBe('complete')
    await attach('two', id)
    expect(computeSha256(await download('one', download_href))).toBe(computeSha256(content))
    expect(await stagedObjects()).toEqual([])
  })

  it('complete an upload whose node was killed after the last byte', async () => {
    const { id, upload_href, download_href } = await createUpload(5)
    // The state that the node leaves: all bytes are stored, and the upload is not marked complete.
    await whileOpen(({ staging }) => {
      const body = Readable.from([Buffer.from('hello')])
      return staging.append(`tracker-${id}`, { offset: 0, maxBytes: 5, body, idleTimeoutMs: 5000, lock: null })
    })
    expect(await offsetOf('two', upload_href)).toBe(5)
    await attach('one', id)
    expect(Buffer.from(await download('one', download_href)).toString()).toBe('hello')
    expect(await stagedObjects()).toEqual([])
  })

  it('complete a temporary file in chunks of base64', async () => {
    const parts = [randomBytes(600_000), randomBytes(1_048_576), randomBytes(20)]
    const [first, ...rest] = parts.map((part) => part.toString('base64'))
    const body = { name: 'chunks.bin', mimetype: 'application/octet-stream', content: first }
    const { id } = await sendJson('one', 'POST', 'artifact_temporary_files', body)
    for (const [i, content] of rest.entries())
      await sendJson(nodeNames[(i + 1) % 2] as NodeName, 'PUT', `artifact_temporary_files/${id}`, {
        content,
        offset: i + 2,
      })
    const { data } = await sendJson('two', 'GET', `artifact_temporary_files/${id}?offset=590000&limit=1048576`)
    const whole = Buffer.concat(parts)
    expect(Buffer.from(data, 'base64')).toEqual(whole.subarray(590_000, 590_000 + 1_048_576))
    await attach('two', id)
    const [file] = await whileOpen(async (world) => {
      const { blob } = await world.db.read
        .selectFrom('file')
        .select('blob')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return [Buffer.concat(await Array.fromAsync(world.files.read(blob ?? '')))]
    })
    expect(computeSha256(file ?? Buffer.alloc(0))).toBe(computeSha256(whole))
    expect(await stagedObjects()).toEqual([])
  })

  it('leave nothing of uploads that expired or were canceled', async () => {
    const [expired, canceled] = [await createUpload(10), await createUpload(10)]
    for (const { upload_href } of [expired, canceled])
      expect((await patch('one', upload_href, 0, Buffer.from('some'))).status).toBe(204)
    expect(await stagedObjects()).toHaveLength(2)
    const headers = { ...home.headers, ...buildTusHeaders() }
    const response = await fetch(new URL(canceled.upload_href, nodes.get('two')?.api), { method: 'DELETE', headers })
    expect(response.status).toBe(204)
    expect(await stagedObjects()).toHaveLength(1)
    await whileOpen((world) => {
      const later = { now: () => world.clock.now() + 5 * 3600 }
      return sweepUploads({ ...world, clock: later }, [trackerFiles, projectArchives])
    })
    expect(await stagedObjects()).toEqual([])
    const rows = await whileOpen(({ db }) => db.read.selectFrom('upload_piece').selectAll().execute())
    expect(rows).toEqual([])
  })

  const isLocked = (id: number): Promise<boolean> =>
    whileOpen(async ({ db }) => {
      const row = await db.read.selectFrom('upload').select('lock_token').where('id', '=', id).executeTakeFirst()
      return row?.lock_token != null
    })
})

async function* endlessly(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
  await new Promise(() => undefined)
}
