import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { updateAttachments } from '../../src/artifacts/commands/update-attachments.ts'
import type { StoredValues } from '../../src/fields/field.ts'
import type { Tx } from '../../src/kit/db/db.ts'
import type { ArtifactId, FieldId, FileId, TrackerId } from '../../src/kit/ids.ts'
import { Refusal } from '../../src/kit/refusal.ts'
import type { Tracker } from '../../src/trackers/model/tracker.ts'
import { getCachedTracker } from '../../src/trackers/store/trackers.ts'
import {
  baseTime,
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let grove: ProjectFixture
  let tracker: Tracker
  let field: FieldId
  let [one, two] = [0, 0] as ArtifactId[]
  let next = 5000

  beforeAll(async () => {
    grove = await createProjectFixture(server, 'grove', {
      trackers: () => [trackerDefinition('bug', [fieldDefinition('file', 'files')])],
    })
    tracker = (await getCachedTracker(server.world, grove.trackers.get('bug') as TrackerId)) as Tracker
    field = grove.fields.get('files') as FieldId
    const ids = await grove.createArtifacts({ tracker: 'bug', changes: [{}] }, { tracker: 'bug', changes: [{}] })
    ;[one, two] = ids as [ArtifactId, ArtifactId]
  })

  async function aFile(state = 'complete', artifact: ArtifactId | null = null): Promise<FileId> {
    const id = next++ as FileId
    const facts = { name: 'a.txt', size: 1, media_type: 'text/plain', description: '', created_on: baseTime, blob: 'b' }
    const row = { ...facts, id, state, field_id: null, artifact_id: artifact, submitted_by: null }
    await server.world.db.write((tx) => tx.insertInto('file').values(row).execute())
    return id
  }
  const rowOf = async (id: FileId) => {
    const columns = ['state', 'artifact_id', 'field_id', 'blob'] as const
    return server.world.db.read.selectFrom('file').select(columns).where('id', '=', id).executeTakeFirst()
  }
  const claim = (tx: Tx, id: ArtifactId | undefined, before: StoredValues, after: StoredValues) =>
    updateAttachments(tx, { artifact: { id: id as ArtifactId }, fields: tracker.fields, before, after })
  const claimed = (id: ArtifactId | undefined, before: StoredValues, after: StoredValues) =>
    server.world.db.write((tx) => claim(tx, id, before, after))

  describe('files of a change', () => {
    it('are attached, and detached when they are left out, with their bytes', async () => {
      const [kept, gone, added] = [await aFile(), await aFile(), await aFile()]
      await claimed(one, {}, { [field]: [kept, gone] })
      expect(await rowOf(kept)).toEqual({ state: 'attached', artifact_id: one, field_id: field, blob: 'b' })
      await claimed(one, { [field]: [kept, gone] }, { [field]: [kept, added] })
      expect(await rowOf(kept)).toMatchObject({ state: 'attached', artifact_id: one })
      expect(await rowOf(added)).toMatchObject({ state: 'attached', artifact_id: one })
      expect(await rowOf(gone)).toMatchObject({ state: 'detached', artifact_id: one, blob: 'b' })
    })

    it('stay as they are when the change does not speak of them', async () => {
      const kept = await aFile()
      await claimed(one, {}, { [field]: [kept] })
      await claimed(one, { [field]: [kept] }, {})
      expect(await rowOf(kept)).toMatchObject({ state: 'attached' })
    })

    it.each([
      {
        state: 'attached',
        kind: 'conflict',
        text: (id: FileId) => `File #${id} is already linked to artifact #${two}`,
      },
      { state: 'detached', kind: 'absent', text: (id: FileId) => `File #${id} not found` },
      { state: 'pending', kind: 'absent', text: (id: FileId) => `File #${id} not found` },
    ])('are not taken while $state, nor is anything else of the change', async ({ state, kind, text }) => {
      const [free, taken] = [await aFile(), await aFile(state, state === 'pending' ? null : (two ?? null))]
      const refused = claimed(one, {}, { [field]: [free, taken] })
      await expect(refused).rejects.toThrow(Refusal)
      await expect(refused).rejects.toMatchObject({ kind, message: text(taken) })
      expect(await rowOf(free)).toMatchObject({ state: 'complete', artifact_id: null })
      expect(await rowOf(taken)).toMatchObject({ state })
    })

    it('go to one of two changes that want them at the same moment', async () => {
      for (let round = 0; round < 20; round++) {
        const file = await aFile()
        const take = (id: ArtifactId | undefined) =>
          server.world.db.write(async (tx) => {
            // Both have begun before either writes.
            await tx.selectFrom('file').select('id').where('id', '=', file).execute()
            if (dialect === 'postgres') await sleep(2)
            await claim(tx, id, {}, { [field]: [file] })
          })
        const results = await Promise.allSettled([take(one), take(two)])
        const won = results.findIndex(({ status }) => status === 'fulfilled')
        expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
        const winner = [one, two][won]
        expect(results[1 - won]).toMatchObject({
          reason: { kind: 'conflict', message: `File #${file} is already linked to artifact #${winner}` },
        })
        expect(await rowOf(file)).toMatchObject({ state: 'attached', artifact_id: winner })
      }
    })
  })
})
