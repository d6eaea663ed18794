import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../../src/kit/messages/refusal.ts'
import { readProcessIdentity } from '../../src/kit/system/process-identity.ts'
import type { ArtifactId, FieldId, FileId } from '../../src/kit/values/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { completeUpload } from '../../src/uploads/commands/complete-upload.ts'
import { trackerFiles } from '../../src/uploads/commands/finish-tracker-file.ts'
import { sweepUploads } from '../../src/uploads/commands/sweep-uploads.ts'
import { findUpload } from '../../src/uploads/store/uploads.ts'
import { loadStoredBytes } from '../../src/uploads/store/usage.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { stageBytes } from '../kit/stage-bytes.ts'
import { buildTusHeaders } from '../kit/tus-requests.ts'

onEachDatabase((dialect) => {
  describe('attaching uploads', () => {
    const server = createServer(dialect)
    let grove: ProjectFixture

    beforeAll(async () => {
      const [alice, bob] = [await server.createUser('alice'), await server.createUser('bob')]
      grove = await createProjectFixture(server, 'grove', {
        members: [alice, bob],
        trackers: () => [
          createTrackerDefinition('bug', [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('file', 'files'),
            createFieldDefinition('file', 'pictures'),
          ]),
        ],
      })
      await server.world.cache.refresh()
    })
    afterEach(() => void vi.restoreAllMocks())

    const field = (name: string): FieldId => grove.fields.get(name) as FieldId
    const post = (caller: string, files: readonly unknown[], more: object = {}) =>
      server.as(caller).post(
        'artifacts',
        {
          tracker: { id: grove.trackers.get('bug') },
          values: [
            { field_id: field('title'), value: 'A bug' },
            { field_id: field('files'), value: files },
          ],
        },
        more,
      )
    const put = (id: number, files: readonly unknown[], caller = 'alice') =>
      server.as(caller).put(`artifacts/${id}`, { values: [{ field_id: field('files'), value: files }] })
    const createArtifact = async (files: readonly unknown[]): Promise<ArtifactId> => {
      const { status, body, text: responseText } = await post('alice', files)
      expect(status, responseText).toBe(201)
      return body.id
    }

    let fileCount = 0
    async function createUpload(caller = 'alice', fieldName = 'files', size = 5): Promise<FileId> {
      const file = { name: `file ${++fileCount}.txt`, file_size: size, file_type: 'text/plain' }
      const {
        status,
        body,
        text: responseText,
      } = await server.as(caller).post(`tracker_fields/${field(fieldName)}/files`, file)
      expect(status, responseText).toBe(200)
      return body.id
    }
    /** Stages all bytes of an upload and concludes it, as the last tus request does. */
    async function completeStagedUpload(id: FileId, content = 'hello'): Promise<void> {
      const upload = await findUpload(server.world.db.read, { kind: 'tracker', id })
      if (upload === undefined) throw new Error(`Unknown upload ${id}`)
      await stageBytes(server.world, upload, content)
      await completeUpload(server.world, trackerFiles, { ...upload, size: content.length })
    }
    async function createCompleteUpload(caller = 'alice', fieldName = 'files', content = 'hello'): Promise<FileId> {
      const id = await createUpload(caller, fieldName)
      await completeStagedUpload(id, content)
      return id
    }
    const fileOf = (id: FileId) =>
      server.world.db.read.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst()
    const contentOf = async (id: FileId): Promise<string> =>
      text(Readable.from(server.world.files.read((await fileOf(id))?.blob ?? '')))
    const uploadOf = (id: FileId) => findUpload(server.world.db.read, { kind: 'tracker', id })
    const attachedFiles = async (id: number): Promise<number[]> => {
      const { body } = await server.as('alice').get(`artifacts/${id}`)
      const value = body.values.find((each: { field_id: number }) => each.field_id === field('files'))
      return value.file_descriptions.map((each: { id: number }) => each.id)
    }
    const storedNames = async () => (await Array.fromAsync(server.world.files.list())).map(({ name }) => name)
    const advanceClock = (seconds: number) => {
      const { now } = server.world.clock
      vi.spyOn(server.world.clock, 'now').mockImplementation(() => now() + seconds)
    }

    it('moves name and bytes to the artifact and deletes the upload', async () => {
      const file = await createCompleteUpload()
      const before = await fileOf(file)
      const id = await createArtifact([file])
      expect(await attachedFiles(id)).toEqual([file])
      expect(await fileOf(file)).toMatchObject({ ...before, status: 'attached', artifact_id: id })
      expect([await uploadOf(file), await contentOf(file)]).toEqual([undefined, 'hello'])
      expect(await server.world.staging.sizeOf(`tracker-${file}`)).toBe(0)
    })

    it('replaces the set of files; detached files keep their bytes', async () => {
      const [one, two, three] = [
        await createCompleteUpload(),
        await createCompleteUpload(),
        await createCompleteUpload(),
      ]
      const id = await createArtifact([one, two])
      expect((await put(id, [three, one])).status).toBe(200)
      expect(await attachedFiles(id)).toEqual([one, three])
      expect(await fileOf(two)).toMatchObject({ status: 'detached', artifact_id: id })
      expect(await contentOf(two)).toBe('hello')
      const { body } = await server.as('alice').get(`artifacts/${id}/changesets`)
      const files = body.map(({ values }: { values: any[] }) =>
        values
          .find((each) => each.field_id === field('files'))
          .file_descriptions.map((each: { id: number }) => each.id),
      )
      expect(files).toEqual([
        [one, two],
        [one, three],
      ])
    })

    describe('after the process ended with the last byte', () => {
      /**
       * Creates an upload whose bytes are all staged but that was not concluded; its lock belongs to an ended process.
       */
      async function createInterruptedUpload(isMarked: boolean): Promise<FileId> {
        const id = await createUpload()
        await stageBytes(server.world, { kind: 'tracker', id }, 'hello')
        const child = spawn('/bin/true')
        await once(child, 'exit')
        const [start = '', host = '', , began = ''] = (await readProcessIdentity()).split(' ')
        await server.world.db.write((tx) =>
          tx
            .updateTable('upload')
            .set({
              lock_token: [start, host, child.pid, began].join(' '),
              lock_until: (server.world.clock.now() + 20) as never,
              completed_on: isMarked ? server.world.clock.now() : null,
            })
            .where('id', '=', id)
            .execute(),
        )
        return id
      }
      const interruptions = [false, true].map((isMarked) => ({
        isMarked,
        state: isMarked ? 'marked as complete' : 'staged',
      }))

      it.each(interruptions)('attaches the upload without an earlier HEAD request: $state', async ({ isMarked }) => {
        const id = await createInterruptedUpload(isMarked)
        expect(await attachedFiles(await createArtifact([id]))).toEqual([id])
        expect(await contentOf(id)).toBe('hello')
        expect(await server.world.staging.sizeOf(`tracker-${id}`)).toBe(0)
      })

      it.each(interruptions)('completes the upload at a HEAD request: $state', async ({ isMarked }) => {
        const id = await createInterruptedUpload(isMarked)
        const options = { undescribed: true, headers: buildTusHeaders() }
        const response = await server.as('alice').send('HEAD', `/uploads/tracker/file/${id}`, options)
        expect([response.status, response.headers['upload-offset']]).toEqual([204, '5'])
        expect(await fileOf(id)).toMatchObject({ status: 'complete' })
        expect(await attachedFiles(await createArtifact([id]))).toEqual([id])
      })

      it.each(interruptions)('lets its user download the file before it is attached: $state', async ({ isMarked }) => {
        const id = await createInterruptedUpload(isMarked)
        const { name } = (await fileOf(id)) ?? { name: '' }
        const address = `/plugins/tracker/attachments/${id}-${encodeURIComponent(name)}`
        const otherUser = await server.as('bob').send('GET', address, { skipsOpenApiCheck: true })
        expect(otherUser.status).toBe(404)
        const response = await server.as('alice').send('GET', address, { skipsOpenApiCheck: true })
        expect([response.status, response.text]).toEqual([200, 'hello'])
      })

      it('returns 404 while bytes are missing', async () => {
        const id = await createInterruptedUpload(false)
        await stageBytes(server.world, { kind: 'tracker', id }, 'hell')
        expect((await post('alice', [id])).status).toBe(404)
        expect(await server.world.staging.sizeOf(`tracker-${id}`)).toBe(4)
      })
    })

    it('returns 503 while the file store is unavailable, and attaches the upload at the next request', async () => {
      const id = await createUpload()
      await stageBytes(server.world, { kind: 'tracker', id }, 'hello')
      const unreachable = new Refusal('unavailable', 'The store cannot be reached', { headers: { 'Retry-After': '5' } })
      const unavailableStore = vi.spyOn(server.world.files, 'adopt').mockRejectedValue(unreachable)
      const rejected = await post('alice', [id])
      expect([rejected.status, rejected.headers['retry-after']]).toEqual([503, '5'])
      unavailableStore.mockRestore()
      expect(await attachedFiles(await createArtifact([id]))).toEqual([id])
    })

    it('accepts an empty file immediately', async () => {
      const empty = await createUpload('alice', 'files', 0)
      expect(await attachedFiles(await createArtifact([empty]))).toEqual([empty])
    })

    it('accepts a body in XML', async () => {
      const file = await createCompleteUpload()
      const xml = `<request><tracker><id>${grove.trackers.get('bug')}</id></tracker><values><item><field_id>${field('files')}</field_id><value><item>${file}</item></value></item></values></request>`
      const { status, text: responseText } = await server
        .as('alice')
        .send('POST', 'artifacts', { body: xml, headers: { 'content-type': 'application/xml' } })
      expect(status, responseText).toBe(201)
      expect(await fileOf(file)).toMatchObject({ status: 'attached' })
    })

    it('attaches once for repeated requests with one Idempotency-Key', async () => {
      const file = await createCompleteUpload()
      const keyed = { headers: { 'idempotency-key': `attach ${file}` } }
      const first = await post('alice', [file], keyed)
      const repeated = await post('alice', [file], keyed)
      expect([first.status, repeated.status, repeated.body]).toEqual([201, 201, first.body])
      expect(await attachedFiles(first.body.id)).toEqual([file])
    })

    it('keeps the upload at a dry run', async () => {
      const file = await createCompleteUpload()
      const before = await server.rowCounts()
      expect((await post('alice', [file], { headers: { prefer: 'dry-run' } })).status).toBe(200)
      expect(await server.rowCounts()).toEqual(before)
      expect(await fileOf(file)).toMatchObject({ status: 'complete', artifact_id: null })
    })

    describe('returns 404 for an upload', () => {
      it.each<[string, () => Promise<FileId>, string?]>([
        ['with missing bytes', () => createUpload()],
        ['of another user', () => createCompleteUpload('bob')],
        ['of another field', () => createCompleteUpload('alice', 'pictures')],
        ['that does not exist', async () => 99_999 as FileId],
        ['of the administrator, for another user', () => createCompleteUpload(), 'bob'],
      ])('%s', async (_case, createInvalidUpload, caller = 'alice') => {
        const file = await createInvalidUpload()
        const unattached = await createCompleteUpload(caller)
        const id = await createArtifact([])
        const before = [await server.rowCounts(), await fileOf(file), await fileOf(unattached)]
        for (const response of [await post(caller, [unattached, file]), await put(id, [unattached, file], caller)]) {
          expect([response.status, response.body.error.message]).toEqual([404, `Not Found: File #${file} not found`])
        }
        expect([await server.rowCounts(), await fileOf(file), await fileOf(unattached)]).toEqual(before)
      })

      it('that has expired', async () => {
        const file = await createCompleteUpload()
        advanceClock(4 * 3600 + 1)
        const before = await server.rowCounts()
        const { status, body } = await post('alice', [file])
        expect([status, body.error.message]).toEqual([404, `Not Found: File #${file} not found`])
        expect(await server.rowCounts()).toEqual(before)
      })

      it('409 if another artifact has the file', async () => {
        const file = await createCompleteUpload()
        const [id, other] = [await createArtifact([file]), await createArtifact([])]
        const before = await server.rowCounts()
        for (const response of [await post('alice', [file]), await put(other, [file])]) {
          expect([response.status, response.body.error.message]).toEqual([
            409,
            `Conflict: File #${file} is already linked to artifact #${id}`,
          ])
        }
        expect(await server.rowCounts()).toEqual(before)
      })
    })

    describe('concurrently', () => {
      it('creates one of several artifacts with the same file', async () => {
        const file = await createCompleteUpload()
        const responses = await Promise.all([post('alice', [file]), post('alice', [file]), post('alice', [file])])
        expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
        const id = responses.find(({ status }) => status === 201)?.body.id
        expect(await fileOf(file)).toMatchObject({ status: 'attached', artifact_id: id })
      })

      it('changes one of two artifacts', async () => {
        const [one, two] = [await createArtifact([]), await createArtifact([])]
        const file = await createCompleteUpload()
        const responses = await Promise.all([put(one, [file]), put(two, [file])])
        expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
        const winner = responses[0]?.status === 200 ? one : two
        expect(await attachedFiles(winner)).toEqual([file])
        expect(await fileOf(file)).toMatchObject({ artifact_id: winner })
      })

      it('either attaches the file or lets the sweep remove it', async () => {
        const file = await createCompleteUpload()
        const expiredAt = server.world.clock.now() + 4 * 3600 + 1
        const [response] = await Promise.all([
          post('alice', [file]),
          sweepUploads({ ...server.world, clock: { now: () => expiredAt } }, [trackerFiles]),
        ])
        expect([201, 404]).toContain(response.status)
        const row = await fileOf(file)
        if (response.status === 404) expect(row).toBeUndefined()
        else expect([row?.status, await contentOf(file)]).toEqual(['attached', 'hello'])
        expect(await findContradictions(server.world.db)).toEqual([])
      })

      it('stores the file once when several requests finish it', async () => {
        const file = await createUpload()
        const before = await storedNames()
        const adopt = vi.spyOn(server.world.files, 'adopt').mockRejectedValueOnce(new Error('out of reach'))
        await completeStagedUpload(file)
        expect(adopt).toHaveBeenCalledOnce()
        const upload = await uploadOf(file)
        if (upload === undefined) throw new Error('The upload does not exist')
        await Promise.all(Array.from({ length: 4 }, () => trackerFiles.finish(server.world, upload)))
        expect((await storedNames()).length).toBe(before.length + 1)
        expect(await contentOf(file)).toBe('hello')
        expect(await server.world.staging.sizeOf(`tracker-${file}`)).toBe(0)
      })
    })

    describe('after the file store was unavailable', () => {
      const makeStoreUnavailable = () =>
        vi.spyOn(server.world.files, 'adopt').mockRejectedValue(new Error('out of reach'))

      it('finishes the upload', async () => {
        const file = await createUpload()
        makeStoreUnavailable()
        await completeStagedUpload(file)
        expect(await fileOf(file)).toMatchObject({ status: 'pending', blob: null })
        expect((await uploadOf(file))?.completedOn).not.toBeNull()
        vi.restoreAllMocks()
        const id = await createArtifact([file])
        expect([await attachedFiles(id), await contentOf(file)]).toEqual([[file], 'hello'])
        // The pending retry job has nothing to do.
        await runJobs(server.world, { later: 60 })
        expect(await contentOf(file)).toBe('hello')
      })

      it('returns 404 until a job has finished the upload', async () => {
        const file = await createUpload()
        makeStoreUnavailable()
        await completeStagedUpload(file)
        const before = await server.rowCounts()
        expect((await post('alice', [file])).status).toBe(404)
        expect(await server.rowCounts()).toEqual(before)
        expect(await server.world.staging.sizeOf(`tracker-${file}`)).toBe(5)
        vi.restoreAllMocks()
        expect(await runJobs(server.world, { later: 60 })).toMatchObject({
          'finish-tracker-upload': expect.any(Number),
        })
        expect(await fileOf(file)).toMatchObject({ status: 'complete' })
        expect(await attachedFiles(await createArtifact([file]))).toEqual([file])
      })
    })

    describe('with a temporary file', () => {
      const setProjectLimit = async (bytes: number | null) => {
        await changeSettings(server.world, { kind: 'system', reason: 'test' }, { project_storage_bytes: bytes })
        await server.world.cache.refresh()
      }
      const createTemporaryFile = async (content: string): Promise<FileId> => {
        const file = { name: 'chunk', mimetype: 'text/plain', content: Buffer.from(content).toString('base64') }
        const { status, body, text: responseText } = await server.as('alice').post('artifact_temporary_files', file)
        expect(status, responseText).toBe(201)
        return body.id
      }

      it('completes and attaches the file', async () => {
        const file = await createTemporaryFile('in chunks')
        const id = await createArtifact([file])
        expect([await attachedFiles(id), await contentOf(file)]).toEqual([[file], 'in chunks'])
        expect(await fileOf(file)).toMatchObject({ status: 'attached', field_id: field('files'), size: 9 })
      })

      it('counts the file towards the storage limit of the project', async () => {
        await setProjectLimit(null)
        const file = await createTemporaryFile('x'.repeat(50))
        const used = await loadStoredBytes(server.world.db.read, grove.projectId)
        await setProjectLimit(used + 49)
        const before = await server.rowCounts()
        const { status, body } = await post('alice', [file])
        expect([status, body.error.message]).toEqual([
          400,
          `Bad Request: The files of a project may have ${used + 49} bytes. Those of this one have ${used}, and this file has 50.`,
        ])
        expect(await server.rowCounts()).toEqual(before)
        await setProjectLimit(used + 50)
        expect((await post('alice', [file])).status).toBe(201)
        await setProjectLimit(null)
      })
    })

    it('leaves no contradictions in the database', async () =>
      expect(await findContradictions(server.world.db)).toEqual([]))
  })
})
