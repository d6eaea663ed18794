import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ArtifactId, FieldId, FileId } from '../../src/kit/ids.ts'
import { processIdentity } from '../../src/kit/process-identity.ts'
import { Refusal } from '../../src/kit/refusal.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { concludeUpload } from '../../src/uploads/commands/conclude-upload.ts'
import { trackerFiles } from '../../src/uploads/commands/finish-tracker-file.ts'
import { sweepUploads } from '../../src/uploads/commands/sweep-uploads.ts'
import { stagedFileName } from '../../src/uploads/model/upload.ts'
import { findUpload } from '../../src/uploads/store/uploads.ts'
import { loadStoredBytes } from '../../src/uploads/store/usage.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { tusHeaders } from '../kit/tus-requests.ts'

onEachDatabase((dialect) => {
  describe('uploads that are attached', () => {
    const server = createServer(dialect)
    let grove: ProjectFixture

    beforeAll(async () => {
      const [alice, bob] = [await server.createUser('alice'), await server.createUser('bob')]
      grove = await createProjectFixture(server, 'grove', {
        members: [alice, bob],
        trackers: () => [
          trackerDefinition('bug', [
            fieldDefinition('string', 'title'),
            fieldDefinition('file', 'files'),
            fieldDefinition('file', 'pictures'),
          ]),
        ],
      })
      await server.world.cache.refresh()
    })
    afterEach(() => void vi.restoreAllMocks())

    const field = (name: string): FieldId => grove.fields.get(name) as FieldId
    const post = (who: string, files: readonly unknown[], more: object = {}) =>
      server.as(who).post(
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
    const put = (id: number, files: readonly unknown[], who = 'alice') =>
      server.as(who).put(`artifacts/${id}`, { values: [{ field_id: field('files'), value: files }] })
    const posted = async (files: readonly unknown[]): Promise<ArtifactId> => {
      const { status, body, text: told } = await post('alice', files)
      expect(status, told).toBe(201)
      return body.id
    }

    let last = 0
    async function announced(who = 'alice', to = 'files', size = 5): Promise<FileId> {
      const file = { name: `file ${++last}.txt`, file_size: size, file_type: 'text/plain' }
      const { status, body, text: told } = await server.as(who).post(`tracker_fields/${field(to)}/files`, file)
      expect(status, told).toBe(200)
      return body.id
    }
    /** All its bytes arrive, as they would by tus. */
    async function bring(id: FileId, content = 'hello'): Promise<void> {
      const upload = await findUpload(server.world.db.read, { kind: 'tracker', id })
      if (upload === undefined) throw new Error(`Nobody uploads ${id}`)
      await writeFile(server.world.staging.pathOf(stagedFileName(upload)), content, { flag: 'w' })
      await concludeUpload(server.world, trackerFiles, { ...upload, size: content.length })
    }
    async function uploaded(who = 'alice', to = 'files', content = 'hello'): Promise<FileId> {
      const id = await announced(who, to)
      await bring(id, content)
      return id
    }
    const fileOf = (id: FileId) =>
      server.world.db.read.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst()
    const contentOf = async (id: FileId): Promise<string> =>
      text(Readable.from(server.world.files.read((await fileOf(id))?.blob ?? '')))
    const uploadOf = (id: FileId) => findUpload(server.world.db.read, { kind: 'tracker', id })
    const shown = async (id: number): Promise<number[]> => {
      const { body } = await server.as('alice').get(`artifacts/${id}`)
      const value = body.values.find((each: { field_id: number }) => each.field_id === field('files'))
      return value.file_descriptions.map((each: { id: number }) => each.id)
    }
    const storedNames = async () => (await Array.fromAsync(server.world.files.list())).map(({ name }) => name)
    const later = (seconds: number) => {
      const { now } = server.world.clock
      vi.spyOn(server.world.clock, 'now').mockImplementation(() => now() + seconds)
    }

    it('belong to the artifact with their name and bytes, and are no uploads any more', async () => {
      const file = await uploaded()
      const before = await fileOf(file)
      const id = await posted([file])
      expect(await shown(id)).toEqual([file])
      expect(await fileOf(file)).toMatchObject({ ...before, state: 'attached', artifact_id: id })
      expect([await uploadOf(file), await contentOf(file)]).toEqual([undefined, 'hello'])
      expect(await server.world.staging.sizeOf(`tracker-${file}`)).toBe(0)
    })

    it('are the whole set that there is afterwards; those left out keep their bytes', async () => {
      const [one, two, three] = [await uploaded(), await uploaded(), await uploaded()]
      const id = await posted([one, two])
      expect((await put(id, [three, one])).status).toBe(200)
      expect(await shown(id)).toEqual([one, three])
      expect(await fileOf(two)).toMatchObject({ state: 'detached', artifact_id: id })
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

    describe('whose process ended with the last byte', () => {
      /** The bytes are staged, and nothing more happened; the request had the lock of a process that is gone, or none. */
      async function interrupted(isMarked: boolean): Promise<FileId> {
        const id = await announced()
        await writeFile(server.world.staging.pathOf(`tracker-${id}`), 'hello')
        const child = spawn('/bin/true')
        await once(child, 'exit')
        const [start = '', place = '', , began = ''] = (await processIdentity()).split(' ')
        await server.world.db.write((tx) =>
          tx
            .updateTable('upload')
            .set({
              lock_token: [start, place, child.pid, began].join(' '),
              lock_until: (server.world.clock.now() + 20) as never,
              completed_on: isMarked ? server.world.clock.now() : null,
            })
            .where('id', '=', id)
            .execute(),
        )
        return id
      }
      const ways = [false, true].map((isMarked) => ({ isMarked, state: isMarked ? 'marked as complete' : 'staged' }))

      it.each(ways)('are attached without asking for them first: $state', async ({ isMarked }) => {
        const id = await interrupted(isMarked)
        expect(await shown(await posted([id]))).toEqual([id])
        expect(await contentOf(id)).toBe('hello')
        expect(await server.world.staging.sizeOf(`tracker-${id}`)).toBe(0)
      })

      it.each(ways)('are complete once HEAD says so: $state', async ({ isMarked }) => {
        const id = await interrupted(isMarked)
        const options = { undescribed: true, headers: tusHeaders() }
        const answer = await server.as('alice').send('HEAD', `/uploads/tracker/file/${id}`, options)
        expect([answer.status, answer.headers['upload-offset']]).toEqual([204, '5'])
        expect(await fileOf(id)).toMatchObject({ state: 'complete' })
        expect(await shown(await posted([id]))).toEqual([id])
      })

      it.each(ways)('are downloaded by their user before they are attached: $state', async ({ isMarked }) => {
        const id = await interrupted(isMarked)
        const { name } = (await fileOf(id)) ?? { name: '' }
        const address = `/plugins/tracker/attachments/${id}-${encodeURIComponent(name)}`
        const others = await server.as('bob').send('GET', address, { skipsOpenApiCheck: true })
        expect(others.status).toBe(404)
        const answer = await server.as('alice').send('GET', address, { skipsOpenApiCheck: true })
        expect([answer.status, answer.text]).toEqual([200, 'hello'])
      })

      it('are absent while bytes are missing', async () => {
        const id = await interrupted(false)
        await writeFile(server.world.staging.pathOf(`tracker-${id}`), 'hell')
        expect((await post('alice', [id])).status).toBe(404)
        expect(await server.world.staging.sizeOf(`tracker-${id}`)).toBe(4)
      })
    })

    it('are answered 503 while the store of bytes is out of reach, and attached by the same request afterwards', async () => {
      const id = await announced()
      await writeFile(server.world.staging.pathOf(`tracker-${id}`), 'hello')
      const unreachable = new Refusal('unavailable', 'The store cannot be reached', { headers: { 'Retry-After': '5' } })
      const away = vi.spyOn(server.world.files, 'adopt').mockRejectedValue(unreachable)
      const refused = await post('alice', [id])
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
      away.mockRestore()
      expect(await shown(await posted([id]))).toEqual([id])
    })

    it('may be empty, and are attached at once', async () => {
      const empty = await announced('alice', 'files', 0)
      expect(await shown(await posted([empty]))).toEqual([empty])
    })

    it('are attached by a body in XML', async () => {
      const file = await uploaded()
      const xml = `<request><tracker><id>${grove.trackers.get('bug')}</id></tracker><values><item><field_id>${field('files')}</field_id><value><item>${file}</item></value></item></values></request>`
      const { status, text: told } = await server
        .as('alice')
        .send('POST', 'artifacts', { body: xml, headers: { 'content-type': 'application/xml' } })
      expect(status, told).toBe(201)
      expect(await fileOf(file)).toMatchObject({ state: 'attached' })
    })

    it('are attached once by requests of one Idempotency-Key', async () => {
      const file = await uploaded()
      const keyed = { headers: { 'idempotency-key': `attach ${file}` } }
      const first = await post('alice', [file], keyed)
      const again = await post('alice', [file], keyed)
      expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
      expect(await shown(first.body.id)).toEqual([file])
    })

    it('stay uploads when the change is only tried out', async () => {
      const file = await uploaded()
      const before = await server.rowCounts()
      expect((await post('alice', [file], { headers: { prefer: 'dry-run' } })).status).toBe(200)
      expect(await server.rowCounts()).toEqual(before)
      expect(await fileOf(file)).toMatchObject({ state: 'complete', artifact_id: null })
    })

    describe('are refused', () => {
      it.each<[string, () => Promise<FileId>, string?]>([
        ['while bytes are missing', () => announced()],
        ['of another user', () => uploaded('bob')],
        ['of another field', () => uploaded('alice', 'pictures')],
        ['that never were', async () => 99_999 as FileId],
        ['of the administrator by others', () => uploaded(), 'bob'],
      ])('%s', async (_what, make, who = 'alice') => {
        const file = await make()
        const free = await uploaded(who)
        const id = await posted([])
        const before = [await server.rowCounts(), await fileOf(file), await fileOf(free)]
        for (const answer of [await post(who, [free, file]), await put(id, [free, file], who)]) {
          expect([answer.status, answer.body.error.message]).toEqual([404, `Not Found: File #${file} not found`])
        }
        expect([await server.rowCounts(), await fileOf(file), await fileOf(free)]).toEqual(before)
      })

      it('when they have expired', async () => {
        const file = await uploaded()
        later(4 * 3600 + 1)
        const before = await server.rowCounts()
        const { status, body } = await post('alice', [file])
        expect([status, body.error.message]).toEqual([404, `Not Found: File #${file} not found`])
        expect(await server.rowCounts()).toEqual(before)
      })

      it('when another artifact has them', async () => {
        const file = await uploaded()
        const [id, other] = [await posted([file]), await posted([])]
        const before = await server.rowCounts()
        for (const answer of [await post('alice', [file]), await put(other, [file])]) {
          expect([answer.status, answer.body.error.message]).toEqual([
            409,
            `Conflict: File #${file} is already linked to artifact #${id}`,
          ])
        }
        expect(await server.rowCounts()).toEqual(before)
      })
    })

    describe('at the same moment', () => {
      it('go to one of two artifacts that are made with them', async () => {
        const file = await uploaded()
        const answers = await Promise.all([post('alice', [file]), post('alice', [file]), post('alice', [file])])
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
        const id = answers.find(({ status }) => status === 201)?.body.id
        expect(await fileOf(file)).toMatchObject({ state: 'attached', artifact_id: id })
      })

      it('go to one of two artifacts that want them', async () => {
        const [one, two] = [await posted([]), await posted([])]
        const file = await uploaded()
        const answers = await Promise.all([put(one, [file]), put(two, [file])])
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
        const winner = answers[0]?.status === 200 ? one : two
        expect(await shown(winner)).toEqual([file])
        expect(await fileOf(file)).toMatchObject({ artifact_id: winner })
      })

      it('go to an artifact or to the sweep, never to half of both', async () => {
        const file = await uploaded()
        const then = server.world.clock.now() + 4 * 3600 + 1
        const [answer] = await Promise.all([
          post('alice', [file]),
          sweepUploads({ ...server.world, clock: { now: () => then } }, [trackerFiles]),
        ])
        expect([201, 404]).toContain(answer.status)
        const row = await fileOf(file)
        if (answer.status === 404) expect(row).toBeUndefined()
        else expect([row?.state, await contentOf(file)]).toEqual(['attached', 'hello'])
        expect(await findContradictions(server.world.db)).toEqual([])
      })

      it('are stored once by those who finish them', async () => {
        const file = await announced()
        const before = await storedNames()
        const adopt = vi.spyOn(server.world.files, 'adopt').mockRejectedValueOnce(new Error('out of reach'))
        await bring(file)
        expect(adopt).toHaveBeenCalledOnce()
        const upload = await uploadOf(file)
        if (upload === undefined) throw new Error('It is still an upload')
        await Promise.all(Array.from({ length: 4 }, () => trackerFiles.finish(server.world, upload)))
        expect((await storedNames()).length).toBe(before.length + 1)
        expect(await contentOf(file)).toBe('hello')
        expect(await server.world.staging.sizeOf(`tracker-${file}`)).toBe(0)
      })
    })

    describe('whose store was out of reach', () => {
      const unreachable = () => vi.spyOn(server.world.files, 'adopt').mockRejectedValue(new Error('out of reach'))

      it('are finished when they are attached', async () => {
        const file = await announced()
        unreachable()
        await bring(file)
        expect(await fileOf(file)).toMatchObject({ state: 'pending', blob: null })
        expect((await uploadOf(file))?.completedOn).not.toBeNull()
        vi.restoreAllMocks()
        const id = await posted([file])
        expect([await shown(id), await contentOf(file)]).toEqual([[file], 'hello'])
        // The job that was to try again finds nothing to do.
        await runJobs(server.world, { later: 60 })
        expect(await contentOf(file)).toBe('hello')
      })

      it('wait while it is, and are finished by a job', async () => {
        const file = await announced()
        unreachable()
        await bring(file)
        const before = await server.rowCounts()
        expect((await post('alice', [file])).status).toBe(404)
        expect(await server.rowCounts()).toEqual(before)
        expect(await server.world.staging.sizeOf(`tracker-${file}`)).toBe(5)
        vi.restoreAllMocks()
        expect(await runJobs(server.world, { later: 60 })).toMatchObject({
          'finish-tracker-upload': expect.any(Number),
        })
        expect(await fileOf(file)).toMatchObject({ state: 'complete' })
        expect(await shown(await posted([file]))).toEqual([file])
      })
    })

    describe('of no field before', () => {
      const limit = async (bytes: number | null) => {
        await changeSettings(server.world, { kind: 'system', reason: 'test' }, { project_storage_bytes: bytes })
        await server.world.cache.refresh()
      }
      const temporary = async (content: string): Promise<FileId> => {
        const file = { name: 'chunk', mimetype: 'text/plain', content: Buffer.from(content).toString('base64') }
        const { status, body, text: told } = await server.as('alice').post('artifact_temporary_files', file)
        expect(status, told).toBe(201)
        return body.id
      }

      it('are sealed and attached', async () => {
        const file = await temporary('in chunks')
        const id = await posted([file])
        expect([await shown(id), await contentOf(file)]).toEqual([[file], 'in chunks'])
        expect(await fileOf(file)).toMatchObject({ state: 'attached', field_id: field('files'), size: 9 })
      })

      it('are counted for the project when they come into it', async () => {
        await limit(null)
        const file = await temporary('x'.repeat(50))
        const used = await loadStoredBytes(server.world.db.read, grove.projectId)
        await limit(used + 49)
        const before = await server.rowCounts()
        const { status, body } = await post('alice', [file])
        expect([status, body.error.message]).toEqual([
          400,
          `Bad Request: The files of a project may have ${used + 49} bytes. Those of this one have ${used}, and this file has 50.`,
        ])
        expect(await server.rowCounts()).toEqual(before)
        await limit(used + 50)
        expect((await post('alice', [file])).status).toBe(201)
        await limit(null)
      })
    })

    it('contradict nothing that is stored', async () => expect(await findContradictions(server.world.db)).toEqual([]))
  })
})
