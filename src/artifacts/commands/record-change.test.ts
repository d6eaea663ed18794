import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { Database } from '../../kit/db/db.ts'
import { readRevisions } from '../../kit/db/revisions.ts'
import type { ArtifactId, ChangesetId, ProjectId, TrackerId, UserId } from '../../kit/ids.ts'
import { createJobQueue } from '../../kit/jobs.ts'
import { RevisionCache } from '../../kit/revision-cache.ts'
import type { Change } from '../model/change.ts'
import { recordChange, recordChanges } from './record-change.ts'

const clock = { now: () => 1000 }

describeOnEachDatabase((place) => {
  describe('a change', () => {
    let db: Database
    let cache: RevisionCache

    beforeAll(async () => {
      db = await place.open()
      cache = new RevisionCache(() => readRevisions(db.read))
      await cache.refresh()
    })

    const world = () => ({ db, cache, jobs: createJobQueue(clock) })
    const change = (artifact: number, tracker: number): Change => ({
      kind: 'updated',
      artifact: { id: artifact as ArtifactId, trackerId: tracker as TrackerId },
      projectId: 101 as ProjectId,
      changesetId: 7 as ChangesetId,
      userId: 102 as UserId,
      at: 500,
    })
    const logged = async () => db.read.selectFrom('change').selectAll().orderBy('id').execute()
    const jobs = async () => {
      const rows = await db.read.selectFrom('job').select(['kind', 'payload']).orderBy('id').execute()
      return rows.map(({ kind, payload }) => [kind, JSON.parse(payload)])
    }

    it('is logged and enqueues one job per transaction', async () => {
      await db.write((tx) => recordChange(tx, world(), change(1, 1)))
      await db.write((tx) => recordChanges(tx, world(), [change(2, 1), change(3, 2)]))
      await db.write((tx) => recordChanges(tx, world(), []))
      const [first] = await logged()
      expect(first).toMatchObject({
        id: 1,
        at: 500,
        kind: 'updated',
        artifact_id: 1,
        tracker_id: 1,
        project_id: 101,
        changeset_id: 7,
        user_id: 102,
        from_tracker_id: null,
      })
      expect((await logged()).map(({ id, artifact_id }) => [id, artifact_id])).toEqual([
        [1, 1],
        [2, 2],
        [3, 3],
      ])
      expect(await jobs()).toEqual([
        ['spread-changes', { changes: [1] }],
        ['spread-changes', { changes: [2, 3] }],
      ])
    })

    it('enqueues a job for a deletion only in trackers with webhooks', async () => {
      await db.write(async (tx) => {
        const tracker = { id: 2 as TrackerId, project_id: 101 as ProjectId, name: 't', name_key: 't', item_name: 't' }
        await tx
          .insertInto('project')
          .values({
            id: 101 as ProjectId,
            short_name: 'p',
            short_name_key: 'p',
            name: 'P',
            description: '',
            long_description: '',
            icon: '',
            access: 'public',
            status: 'active',
            is_template: 0,
            is_synchronized: 0,
            created_on: 0,
          })
          .execute()
        await tx
          .insertInto('tracker')
          .values({ ...tracker, description: '', color: '', options: '{}', next_number: 1 })
          .execute()
        const hook = {
          url: 'https://hook.example',
          events: 'create',
          format: 'json',
          is_enabled: 1,
          failures: 0,
        } as const
        await tx
          .insertInto('webhook')
          .values({ id: 1 as never, tracker_id: tracker.id, ...hook, created_on: 0, updated_on: 0 })
          .execute()
      })
      await cache.refresh()
      await db.write((tx) => tx.deleteFrom('job').execute())
      const deletion = (artifact: number, tracker: number) => ({
        ...change(artifact, tracker),
        kind: 'deleted' as const,
      })
      await db.write((tx) => recordChange(tx, world(), deletion(4, 1)))
      expect(await jobs()).toEqual([])
      await db.write((tx) => recordChanges(tx, world(), [deletion(5, 1), deletion(6, 2)]))
      expect(await jobs()).toEqual([['spread-changes', { changes: [5, 6] }]])
    })

    it('is rolled back with its job', async () => {
      const before = [await logged(), await jobs()]
      const undone = db.write(async (tx) => {
        await recordChange(tx, world(), change(8, 2))
        throw new Error('no')
      })
      await expect(undone).rejects.toThrow('no')
      expect([await logged(), await jobs()]).toEqual(before)
    })
  })
})
