import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { updateAttachments } from '../../src/artifacts/commands/update-attachments.ts'
import type { Tx } from '../../src/database/db/db.ts'
import type { StoredValues } from '../../src/fields/model/field.ts'
import { Refusal } from '../../src/kit/messages/refusal.ts'
import type { ArtifactId, FieldId, FileId, TrackerId } from '../../src/kit/values/ids.ts'
import type { Tracker } from '../../src/trackers/model/tracker.ts'
import { getCachedTracker } from '../../src/trackers/store/trackers.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let grove: ProjectFixture
  let tracker: Tracker
  let field: FieldId
  let [one, two] = [0, 0] as ArtifactId[]
  let nextFileId = 5000

  beforeAll(async () => {
    grove = await createProjectFixture(server, 'grove', {
      trackers: () => [createTrackerDefinition('bug', [createFieldDefinition('file', 'files')])],
    })
    tracker = (await getCachedTracker(server.world, grove.trackers.get('bug') as TrackerId)) as Tracker
    field = grove.fields.get('files') as FieldId
    const ids = await grove.createArtifacts({ tracker: 'bug', changes: [{}] }, { tracker: 'bug', changes: [{}] })
    ;[one, two] = ids as [ArtifactId, ArtifactId]
  })

  async function createFile(status = 'complete', artifact: ArtifactId | null = null): Promise<FileId> {
    const id = nextFileId++ as FileId
    const columns = {
      name: 'a.txt',
      size: 1,
      media_type: 'text/plain',
      description: '',
      created_on: baseTime,
      blob: 'b',
    }
    const row = { ...columns, id, status, field_id: null, artifact_id: artifact, submitted_by: null }
    await server.world.db.write((tx) => tx.insertInto('file').values(row).execute())
    return id
  }
  const rowOf = async (id: FileId) => {
    const columns = ['status', 'artifact_id', 'field_id', 'blob'] as const
    return server.world.db.read.selectFrom('file').select(columns).where('id', '=', id).executeTakeFirst()
  }
  const claim = (tx: Tx, id: ArtifactId | undefined, before: StoredValues, after: StoredValues) =>
    updateAttachments(tx, {
      permit: grantPermit('update', { id: id as ArtifactId }),
      artifact: { id: id as ArtifactId },
      fields: tracker.fields,
      before,
      after,
    })
  const claimInTransaction = (id: ArtifactId | undefined, before: StoredValues, after: StoredValues) =>
    server.world.db.write((tx) => claim(tx, id, before, after))

  describe('updateAttachments', () => {
    it('attaches new files and detaches removed ones, which keep their bytes', async () => {
      const [keptFile, removed, added] = [await createFile(), await createFile(), await createFile()]
      await claimInTransaction(one, {}, { [field]: [keptFile, removed] })
      expect(await rowOf(keptFile)).toEqual({ status: 'attached', artifact_id: one, field_id: field, blob: 'b' })
      await claimInTransaction(one, { [field]: [keptFile, removed] }, { [field]: [keptFile, added] })
      expect(await rowOf(keptFile)).toMatchObject({ status: 'attached', artifact_id: one })
      expect(await rowOf(added)).toMatchObject({ status: 'attached', artifact_id: one })
      expect(await rowOf(removed)).toMatchObject({ status: 'detached', artifact_id: one, blob: 'b' })
    })

    it('keeps files of fields that the change does not contain', async () => {
      const keptFile = await createFile()
      await claimInTransaction(one, {}, { [field]: [keptFile] })
      await claimInTransaction(one, { [field]: [keptFile] }, {})
      expect(await rowOf(keptFile)).toMatchObject({ status: 'attached' })
    })

    it.each([
      {
        status: 'attached',
        kind: 'conflict',
        text: (id: FileId) => `File #${id} is already linked to artifact #${two}`,
      },
      { status: 'detached', kind: 'absent', text: (id: FileId) => `File #${id} not found` },
      { status: 'pending', kind: 'absent', text: (id: FileId) => `File #${id} not found` },
    ])('rejects the whole change for a file with status $status', async ({ status, kind, text }) => {
      const [free, unavailable] = [
        await createFile(),
        await createFile(status, status === 'pending' ? null : (two ?? null)),
      ]
      const rejected = claimInTransaction(one, {}, { [field]: [free, unavailable] })
      await expect(rejected).rejects.toThrow(Refusal)
      await expect(rejected).rejects.toMatchObject({ kind, message: text(unavailable) })
      expect(await rowOf(free)).toMatchObject({ status: 'complete', artifact_id: null })
      expect(await rowOf(unavailable)).toMatchObject({ status })
    })

    it('attaches a file to one of two artifacts that claim it concurrently', async () => {
      for (let round = 0; round < 20; round++) {
        const file = await createFile()
        const claimFile = (id: ArtifactId | undefined) =>
          server.world.db.write(async (tx) => {
            // Both transactions have begun before either writes.
            await tx.selectFrom('file').select('id').where('id', '=', file).execute()
            if (dialect === 'postgres') await sleep(2)
            await claim(tx, id, {}, { [field]: [file] })
          })
        const results = await Promise.allSettled([claimFile(one), claimFile(two)])
        const winnerIndex = results.findIndex(({ status }) => status === 'fulfilled')
        expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
        const winner = [one, two][winnerIndex]
        expect(results[1 - winnerIndex]).toMatchObject({
          reason: { kind: 'conflict', message: `File #${file} is already linked to artifact #${winner}` },
        })
        expect(await rowOf(file)).toMatchObject({ status: 'attached', artifact_id: winner })
      }
    })
  })
})
