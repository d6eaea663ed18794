import { utimes, writeFile } from 'node:fs/promises'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FieldId, FileId } from '../../src/kit/values/ids.ts'
import { completeUpload } from '../../src/uploads/commands/complete-upload.ts'
import { trackerFiles } from '../../src/uploads/commands/finish-tracker-file.ts'
import { sweepFiles } from '../../src/uploads/commands/sweep-files.ts'
import { sweepUploads } from '../../src/uploads/commands/sweep-uploads.ts'
import type { Upload, UploadKind } from '../../src/uploads/model/upload.ts'
import { addUpload, findUpload } from '../../src/uploads/store/uploads.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { stageBytes, stagedPathOf } from '../kit/stage-bytes.ts'

const lifetime = 4 * 3600
const day = 86_400

onEachDatabase((dialect) => {
  describe('the sweep of uploads', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let start = 0

    beforeAll(async () => {
      const alice = await server.createUser('alice')
      project = await createProjectFixture(server, 'grove', {
        members: [alice],
        trackers: () => [
          createTrackerDefinition('bug', [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('file', 'files'),
          ]),
        ],
      })
    })
    beforeEach(async () => {
      start = server.world.clock.now()
      // Uploads of earlier tests have expired.
      await sweep(lifetime + 10)
    })

    const field = (name: string): FieldId => project.fields.get(name) as FieldId
    const sweep = (seconds: number, kinds: readonly UploadKind[] = [trackerFiles]) =>
      sweepUploads({ ...server.world, clock: { now: () => start + seconds } }, kinds)
    let last = 0
    async function createUpload(size = 5): Promise<FileId> {
      const file = { name: `file ${++last}`, file_size: size, file_type: 'text/plain' }
      return (await server.as('alice').post(`tracker_fields/${field('files')}/files`, file)).body.id
    }
    const uploadOf = (id: number) => findUpload(server.world.db.read, { kind: 'tracker', id })
    const fileOf = (id: FileId) =>
      server.world.db.read.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst()
    const stage = (id: number, content: string, kind: Upload['kind'] = 'tracker') =>
      stageBytes(server.world, { kind, id }, content)
    async function createCompleteUpload(): Promise<FileId> {
      const id = await createUpload()
      await stage(id, 'hello')
      const upload = await uploadOf(id)
      if (upload === undefined) throw new Error('The upload is missing')
      await completeUpload(server.world, trackerFiles, { ...upload, size: 5 })
      return id
    }
    const listStaged = async () => (await Array.fromAsync(server.world.staging.list())).map(({ name }) => name)
    const listStored = async () => (await Array.fromAsync(server.world.files.list())).map(({ name }) => name)

    it('removes nothing that has not expired', async () => {
      const [incomplete, complete] = [await createUpload(), await createCompleteUpload()]
      await stage(incomplete, 'hel')
      const before = [await server.rowCounts(), await listStaged(), await listStored()]
      expect(await sweep(lifetime - 60)).toEqual({ expired: 0, strays: 0 })
      expect([await server.rowCounts(), await listStaged(), await listStored()]).toEqual(before)
      expect((await fileOf(complete))?.status).toBe('complete')
    })

    it('removes expired uploads with their rows, staged bytes and stored bytes', async () => {
      const [incomplete, complete, empty] = [await createUpload(), await createCompleteUpload(), await createUpload(0)]
      await stage(incomplete, 'hel')
      const preview = (await server.world.files.store(pieces('small'))).name
      await server.world.db.write((tx) => tx.updateTable('file').set({ preview }).where('id', '=', complete).execute())
      const blobs = [(await fileOf(complete))?.blob, (await fileOf(empty))?.blob, preview]
      expect(await listStored()).toEqual(expect.arrayContaining(blobs))
      expect(await sweep(lifetime + 60)).toEqual({ expired: 3, strays: 0 })
      for (const id of [incomplete, complete, empty])
        expect([await uploadOf(id), await fileOf(id)]).toEqual([undefined, undefined])
      const left = await listStored()
      expect(blobs.filter((name) => left.includes(name ?? ''))).toEqual([])
      expect(await listStaged()).not.toContain(`tracker-${incomplete}`)
      expect(await findContradictions(server.world.db)).toEqual([])
    })

    it('keeps attached files', async () => {
      const id = await createCompleteUpload()
      const values = [{ field_id: field('files'), value: [id] }]
      const { status } = await server
        .as('alice')
        .post('artifacts', { tracker: { id: project.trackers.get('bug') }, values })
      expect(status).toBe(201)
      expect(await sweep(lifetime * 10)).toEqual({ expired: 0, strays: 0 })
      const row = await fileOf(id)
      expect(row?.status).toBe('attached')
      expect(await listStored()).toContain(row?.blob)
    })

    it('can run on several nodes concurrently and repeatedly', async () => {
      const ids = await Promise.all(Array.from({ length: 5 }, () => createUpload()))
      await Promise.all(ids.map((id) => stage(id, 'part')))
      await Promise.all([sweep(lifetime + 60), sweep(lifetime + 60), sweep(lifetime + 60)])
      for (const id of ids) expect([await uploadOf(id), await fileOf(id)]).toEqual([undefined, undefined])
      expect(await sweep(lifetime + 60)).toEqual({ expired: 0, strays: 0 })
    })

    it('keeps an upload that is extended at the last moment, with its bytes', async () => {
      const id = await createUpload()
      await stage(id, 'part')
      const { db } = server.world
      const write: typeof db.write = async (work) => {
        // Runs between the search for expired uploads and their removal.
        const more = { expires_on: start + 10 * day }
        await db.write((tx) => tx.updateTable('upload').set(more).where('id', '=', id).execute())
        return db.write(work)
      }
      const world = { ...server.world, db: { ...db, write }, clock: { now: () => start + lifetime + 60 } }
      expect(await sweepUploads(world, [trackerFiles])).toEqual({ expired: 0, strays: 0 })
      expect([(await fileOf(id))?.status, await listStaged()]).toEqual([
        'pending',
        expect.arrayContaining([`tracker-${id}`]),
      ])
      await db.write((tx) => tx.updateTable('upload').set({ expires_on: 5 }).where('id', '=', id).execute())
    })

    it('removes more than one batch', async () => {
      const { world } = server
      const upload = {
        kind: 'project',
        userId: server.idOf('alice'),
        size: 1,
        chunks: 0,
        expiresOn: 5,
        completedOn: null,
      } as const
      await world.db.write(async (tx) => {
        for (let id = 1; id <= 250; id++) await addUpload(tx, grantPermit('create', 'project'), { ...upload, id }, null)
      })
      const canceled: number[] = []
      const kind: UploadKind = {
        name: 'project',
        scope: 'write:project',
        finish: () => Promise.reject(new Error('This upload is never finished')),
        async cancel(_tx, { id }, at) {
          canceled.push(id)
          expect(at).toBe(start)
        },
      }
      expect(await sweep(0, [trackerFiles, kind])).toEqual({ expired: 250, strays: 0 })
      // The callback of the kind runs for each upload.
      expect(new Set(canceled).size).toBe(250)
    })

    it('removes staged bytes without a row after a day', async () => {
      const pending = await createUpload()
      await stage(pending, 'part')
      await stage(990_001, 'lost')
      await stage(990_002, 'lost too', 'temporary')
      const old = start - 10
      for (const name of [`tracker-${pending}`, 'tracker-990001'])
        await utimes(stagedPathOf(server.world, name), old, old)
      const unknownFile = stagedPathOf(server.world, 'unknown-1')
      await writeFile(unknownFile, 'unknown')
      await utimes(unknownFile, 5, 5)
      expect(await sweep(0)).toEqual({ expired: 0, strays: 0 })
      // The row of the first upload is kept for longer than a day in this test.
      await server.world.db.write((tx) =>
        tx
          .updateTable('upload')
          .set({ expires_on: start + 10 * day })
          .where('id', '=', pending)
          .execute(),
      )
      expect(await sweep(day - 5)).toEqual({ expired: 0, strays: 1 })
      expect(await listStaged()).toEqual(
        expect.arrayContaining([`tracker-${pending}`, 'temporary-990002', 'unknown-1']),
      )
      expect(await sweep(2 * day)).toEqual({ expired: 0, strays: 1 })
      expect(await listStaged()).toEqual(expect.arrayContaining([`tracker-${pending}`, 'unknown-1']))
    })

    it('keeps the previews of files', async () => {
      const id = await createCompleteUpload()
      const values = [{ field_id: field('files'), value: [id] }]
      await server.as('alice').post('artifacts', { tracker: { id: project.trackers.get('bug') }, values })
      const preview = (await server.world.files.store(pieces('small'))).name
      await server.world.db.write((tx) => tx.updateTable('file').set({ preview }).where('id', '=', id).execute())
      await sweepFiles({ ...server.world, clock: { now: () => start + 2 * day } })
      expect(await listStored()).toEqual(expect.arrayContaining([preview, (await fileOf(id))?.blob]))
    })
  })
})

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
