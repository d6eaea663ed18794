import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { exportArchive } from '../../src/archives/commands/export-archive.ts'
import { importArchive } from '../../src/archives/commands/import-archive.ts'
import { openArchive } from '../../src/archives/container/open-archive.ts'
import { openArchiveSink } from '../../src/archives/container/open-sink.ts'
import type { FieldId, FileId, ProjectId } from '../../src/kit/values/ids.ts'
import { sweepFiles } from '../../src/uploads/commands/sweep-files.ts'
import { createDirectoryStaging } from '../../src/uploads/storage/directory/staging.ts'
import { expectImported } from '../kit/archive.ts'
import { compareProjects } from '../kit/compare-projects.ts'
import { createBytes, readText } from '../kit/files-contract.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { createRichArchive } from '../kit/rich-archive.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { stageBytes } from '../kit/stage-bytes.ts'
import { createStorageEnvironment } from '../kit/storage.ts'
import { buildTusHeaders, createFileTracker, createUpload, sendChunk } from '../kit/tus-requests.ts'
import { createUnreliableNetwork, type UnreliableNetwork } from '../kit/unreliable-network.ts'
import { createZipArchive, uploadArchive } from '../kit/uploaded-archive.ts'

const caller = { kind: 'system', reason: 'test' } as const

describe.skipIf(inject('objectStore') === null)('attachments in object storage', () => {
  onEachDatabase((dialect) => {
    const env = { ...createStorageEnvironment(`wire-${dialect}`) }
    let network: UnreliableNetwork
    beforeAll(async () => {
      network = await createUnreliableNetwork(env['TULIPWOOD_S3_ENDPOINT'] ?? '')
      env['TULIPWOOD_S3_ENDPOINT'] = network.endpoint
    })
    const server = createServer(dialect, { env })
    afterAll(() => network?.close())
    let field: FieldId | undefined
    let tracker: number | undefined

    beforeAll(async () => {
      const users = [await server.createUser('alice'), await server.createUser('bob')]
      const project = await createFileTracker(server, users)
      field = project.fields.get('attachments')
      tracker = project.trackers.get('paper')
    })

    const upload = async (content: string) => {
      const upload = await createUpload(server, 'alice', field, content.length)
      const half = Math.floor(content.length / 2)
      expect((await sendChunk(server, 'alice', upload.uploadHref, 0, content.slice(0, half))).status).toBe(204)
      expect((await sendChunk(server, 'alice', upload.uploadHref, half, content.slice(half))).status).toBe(204)
      return upload
    }
    const attach = (id: number) =>
      server.as('alice').post('artifacts', { tracker: { id: tracker }, values: [{ field_id: field, value: [id] }] })
    const download = (href: string, headers: Readonly<Record<string, string>> = {}) =>
      server.as('alice').get(href, { headers, skipsOpenApiCheck: true })

    const readOffset = async (href: string) => {
      const options = { skipsOpenApiCheck: true, headers: buildTusHeaders() }
      return (await server.as('alice').send('HEAD', href, options)).headers['upload-offset']
    }
    const sizes = async (): Promise<number[]> =>
      (await Array.fromAsync(server.world.files.list(), ({ size }) => size)).sort((one, other) => one - other)

    it('are uploaded with tus, attached, and downloaded completely or in part', async () => {
      const { id, downloadHref } = await upload('one two three')
      expect(await sizes()).toEqual([13])
      expect((await attach(id)).status).toBe(201)
      expect(await download(downloadHref)).toMatchObject({ status: 200, text: 'one two three' })
      expect(await download(downloadHref, { range: 'bytes=4-6' })).toMatchObject({ status: 206, text: 'two' })
      expect(await download(downloadHref, { range: 'bytes=-5' })).toMatchObject({ status: 206, text: 'three' })
      expect((await download(downloadHref, { range: 'bytes=13-' })).status).toBe(416)
      expect(await findContradictions(server.world.db)).toEqual([])
    })

    it('are rejected while the store is unreachable, and continue afterwards', async () => {
      const { id, uploadHref, downloadHref } = await createUpload(server, 'alice', field, 8)
      expect((await sendChunk(server, 'alice', uploadHref, 0, 'pati')).status).toBe(204)
      network.setUnavailable(true)
      const { status, headers } = await sendChunk(server, 'alice', uploadHref, 4, 'ence')
      expect([status, headers['retry-after']]).toEqual([503, '10'])
      expect(await readOffset(uploadHref)).toBe('4')
      network.setUnavailable(false)
      expect((await sendChunk(server, 'alice', uploadHref, 4, 'ence')).status).toBe(204)
      expect((await attach(id)).status).toBe(201)
      expect(await download(downloadHref)).toMatchObject({ status: 200, text: 'patience' })
    })

    it('become files later if the store is unreachable after the last byte', async () => {
      const before = await sizes()
      const { id, uploadHref, downloadHref } = await createUpload(server, 'alice', field, 8)
      await stageBytes(server.world, { kind: 'tracker', id }, 'patience')
      network.setUnavailable(true)
      expect(await readOffset(uploadHref)).toBe('8')
      expect(await server.world.staging.sizeOf(`tracker-${id}`)).toBe(8)
      expect((await attach(id)).status).toBe(503)
      network.setUnavailable(false)
      await runJobs(server.world, { later: 7200 })
      expect(await server.world.staging.sizeOf(`tracker-${id}`)).toBe(0)
      expect(await sizes()).toEqual([8, ...before])
      expect((await attach(id)).status).toBe(201)
      expect(await download(downloadHref)).toMatchObject({ status: 200, text: 'patience' })
    })

    it('return 503 if the store is unreachable and 404 if the object is missing', async () => {
      const { id, downloadHref } = await upload('here today')
      network.setUnavailable(true)
      expect((await download(downloadHref)).status).toBe(503)
      network.setUnavailable(false)
      expect((await download(downloadHref)).status).toBe(200)
      const { blob } = await rowOf(id)
      await server.world.files.remove(blob ?? '')
      expect((await download(downloadHref)).status).toBe(404)
    })

    it('are removed when the upload is canceled, and by the sweep if no row refers to them', async () => {
      const before = await sizes()
      const { uploadHref } = await upload('never mind')
      expect(await sizes()).toHaveLength(before.length + 1)
      const { status } = await server
        .as('alice')
        .send('DELETE', uploadHref, { skipsOpenApiCheck: true, headers: { 'tus-resumable': '1.0.0' } })
      expect(status).toBe(204)
      expect(await sizes()).toEqual(before)
      await server.world.files.store(createBytes('orphan'))
      const { now } = server.world.clock
      const later = { ...server.world, clock: { now: () => now() + 90_000 } }
      expect(await sweepFiles(server.world)).toBe(0)
      expect(await sweepFiles(later)).toBe(1)
      expect(await sizes()).toEqual(before)
    })

    it('include archives, which are imported from a local copy', async () => {
      const zip = await createZipArchive({ shortName: 'elsewhere', attributes: { 'full-name': 'Elsewhere' } })
      const source = { file_name: 'afar.zip', file_size: zip.length }
      const project = { shortname: 'afar', label: 'Afar', description: '', is_public: true, from_archive: source }
      const { body } = await server.as('alice').post('projects', project)
      expect(await uploadArchive(server, 'alice', body.upload_href, zip, 3)).toEqual([204, 204, 204])
      await runJobs(server.world)
      expect((await server.as('alice').get(`project_imports/${body.id}`)).body).toMatchObject({ status: 'done' })
      expect(await Array.fromAsync(server.world.staging.list())).toEqual([])
      expect(await readdir(path.join(server.world.config.dataDirectory, 'temporary'))).toEqual([])
    })

    it('continue in the directory if they began there, before object storage was configured', async () => {
      const { id, uploadHref, downloadHref } = await createUpload(server, 'alice', field, 8)
      const { dataDirectory } = server.world.config
      const former = createDirectoryStaging(path.join(dataDirectory, 'uploads'), server.world.files)
      await stageBytes({ staging: former }, { kind: 'tracker', id }, 'pati')
      expect(await readOffset(uploadHref)).toBe('4')
      expect((await sendChunk(server, 'alice', uploadHref, 4, 'ence')).status).toBe(204)
      expect((await attach(id)).status).toBe(201)
      expect(await download(downloadHref)).toMatchObject({ status: 200, text: 'patience' })
      expect(await readdir(path.join(dataDirectory, 'uploads'))).toEqual([])
    })

    it('are unchanged after import, export and another import', async () => {
      const scratch = await mkdtemp(path.join(tmpdir(), 'tulipwood-objects-'))
      try {
        const archive = await createRichArchive()
        const project = expectImported(await archive.import(server.world)).project?.id as ProjectId
        await archive.remove()
        const target = path.join(scratch, 'rich.zip')
        await exportArchive(server.world, { project, sink: await openArchiveSink(target), caller })
        const exported = await openArchive(target)
        const users = { kind: 'create', as: 'active' } as const
        const copy = expectImported(
          await importArchive(server.world, { archive: exported, shortName: 'copy', users, caller }),
        ).project?.id as ProjectId
        await exported.close()
        expect(await compareProjects({ server, project }, { server, project: copy })).toEqual([])
        expect(await filesOf(copy)).toEqual(await filesOf(project))
        expect((await filesOf(copy)).length).toBeGreaterThan(0)
      } finally {
        await rm(scratch, { recursive: true, force: true })
      }
    })

    const rowOf = (id: FileId) =>
      server.world.db.read.selectFrom('file').select('blob').where('id', '=', id).executeTakeFirstOrThrow()
    const filesOf = async (project: ProjectId): Promise<string[]> => {
      const rows = await server.world.db.read
        .selectFrom('file')
        .innerJoin('artifact', 'artifact.id', 'file.artifact_id')
        .innerJoin('tracker', 'tracker.id', 'artifact.tracker_id')
        .where('tracker.project_id', '=', project)
        .select('blob')
        .execute()
      return (await Promise.all(rows.map(({ blob }) => readText(server.world.files.read(blob ?? ''))))).sort()
    }
  })
})
