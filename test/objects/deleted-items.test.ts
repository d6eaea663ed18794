import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { FieldId } from '../../src/kit/values/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { openBucket } from '../../src/uploads/storage/s3/bucket.ts'
import { listObjects } from '../../src/uploads/storage/s3/listing.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer } from '../kit/server.ts'
import { createStorageEnvironment } from '../kit/storage.ts'
import { createFileTracker, createUpload, sendChunk } from '../kit/tus-requests.ts'
import { createUnreliableNetwork, type UnreliableNetwork } from '../kit/unreliable-network.ts'

const system = { kind: 'system', reason: 'test' } as const
const main = path.resolve(import.meta.dirname, '../../src/cli/main.ts')

describe.skipIf(inject('objectStore') === null)('archives of deleted artifacts in object storage', () => {
  const storage = createStorageEnvironment('deleted')
  const env = { ...storage, TULIPWOOD_SECRET_KEY: randomBytes(32).toString('hex') }
  let network: UnreliableNetwork
  beforeAll(async () => {
    network = await createUnreliableNetwork(storage['TULIPWOOD_S3_ENDPOINT'] ?? '')
    Object.assign(env, { TULIPWOOD_S3_ENDPOINT: network.endpoint })
  })
  const server = createServer('sqlite', { env })
  afterAll(() => network?.close())
  let fields: ReadonlyMap<string, FieldId>
  let tracker: number | undefined

  beforeAll(async () => {
    const project = await createFileTracker(server, [await server.createUser('alice')])
    fields = project.fields
    tracker = project.trackers.get('paper')
    await changeSettings(server.world, system, { archive_deleted_items: true, artifacts_deletion_limit: 100 })
  })

  const createArtifact = async (): Promise<{ readonly id: number; readonly href: string }> => {
    const upload = await createUpload(server, 'alice', fields.get('attachments'), 7)
    await sendChunk(server, 'alice', upload.uploadHref, 0, 'content')
    await runJobs(server.world)
    const values = [
      { field_id: fields.get('title'), value: 'Report' },
      { field_id: fields.get('attachments'), value: [upload.id] },
    ]
    const { body } = await server.as('alice').post('artifacts', { tracker: { id: tracker }, values })
    return { id: body.id, href: upload.downloadHref }
  }
  const listArchives = async (): Promise<string[]> => {
    const { objectStorage } = server.world.config
    if (objectStorage === null) throw new Error('Object storage is not configured')
    const bucket = openBucket(objectStorage, server.world.log)
    const names: string[] = []
    for await (const { name } of listObjects(bucket, `${bucket.prefix}deleted-items/`)) names.push(name)
    return names
  }

  it('are written there, and restored from there by name', async () => {
    const { id } = await createArtifact()
    expect((await server.as('alice').delete(`artifacts/${id}`)).status).toBe(200)
    const [name, ...others] = await listArchives()
    expect(others).toEqual([])
    expect(name).toMatch(new RegExp(`^deleted__artifact_${id}_\\d+_[0-9a-f]{8}\\.zip$`))
    const data = server.world.config.dataDirectory
    expect(existsSync(path.join(data, 'deleted-items'))).toBe(false)
    const { stdout } = await promisify(execFile)(process.execPath, [main, 'restore-artifact', name ?? '', '--json'], {
      cwd: data,
      env: { ...process.env, ...env, TULIPWOOD_DATA: data, DATABASE_URL: '' },
    })
    expect(JSON.parse(stdout).artifact).toEqual({ id })
    const { body } = await server.as('alice').get(`artifacts/${id}`)
    const findValue = (name: string) =>
      body.values.find(({ field_id }: { field_id: number }) => field_id === fields.get(name))
    expect(findValue('title').value).toBe('Report')
    expect(findValue('attachments').file_descriptions).toMatchObject([{ size: 7 }])
  })

  it('prevent the deletion while the bucket cannot be reached, and leave nothing', async () => {
    const { id } = await createArtifact()
    const before = await listArchives()
    network.setUnavailable(true)
    const refused = await server.as('alice').delete(`artifacts/${id}`)
    network.setUnavailable(false)
    expect(refused.status).toBe(503)
    expect((await server.as('alice').get(`artifacts/${id}`)).status).toBe(200)
    expect(await listArchives()).toEqual(before)
  })

  it('are removed when the deletion is rejected', async () => {
    const { id } = await createArtifact()
    const before = await listArchives()
    await changeSettings(server.world, system, { artifacts_deletion_limit: 1 })
    expect((await server.as('alice').delete(`artifacts/${id}`)).status).toBe(429)
    expect(await listArchives()).toEqual(before)
  })
})
