import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { ArtifactId, ProjectId, TrackerId } from '../../kit/values/ids.ts'
import type { Database, Tx } from '../db/db.ts'
import { loadChangesAfter, readFeedPosition } from './change-feed.ts'

const addChange = async (tx: Tx, id: number): Promise<void> => {
  const place = { tracker_id: 1 as TrackerId, project_id: 101 as ProjectId }
  const change = { at: 0, kind: 'updated', artifact_id: id as ArtifactId, ...place, changeset_id: null, user_id: null }
  await tx.insertInto('change').values(change).execute()
}

/** A transaction that has written and waits before its commit. */
function halfDone(db: Database, id: number) {
  const wrote = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const done = db.write(async (tx) => {
    await addChange(tx, id)
    wrote.resolve()
    await go.promise
  })
  const commit = (): Promise<void> => {
    go.resolve()
    return done
  }
  return { wrote: wrote.promise, commit }
}

describeOnEachDatabase((place) =>
  describe('the change feed', () => {
    let db: Database
    beforeAll(async () => {
      db = await place.open()
    })
    const ids = (changes: readonly { id: number }[] | undefined) => changes?.map(({ id }) => id)

    it('returns each change once, regardless of the number of reads', async () => {
      const start = await readFeedPosition(db.read)
      await db.write((tx) => addChange(tx, 1))
      const first = await loadChangesAfter(db.read, start, 10)
      expect(ids(first.changes)).toEqual([1])
      expect((await loadChangesAfter(db.read, first.position, 10)).changes).toEqual([])
      await db.write((tx) => addChange(tx, 2))
      expect(ids((await loadChangesAfter(db.read, first.position, 10)).changes)).toEqual([2])
    })

    it('returns no changes above the limit, and continues after them', async () => {
      const start = await readFeedPosition(db.read)
      await db.write(async (tx) => {
        for (const id of [3, 4, 5]) await addChange(tx, id)
      })
      const many = await loadChangesAfter(db.read, start, 2)
      expect(many.changes).toBeUndefined()
      await db.write((tx) => addChange(tx, 6))
      expect(ids((await loadChangesAfter(db.read, many.position, 2)).changes)).toEqual([6])
    })

    it('restarts if rows were removed whose ids are reused', async () => {
      const start = await readFeedPosition(db.read)
      await db.write((tx) => tx.deleteFrom('change').execute())
      await db.write((tx) => addChange(tx, 7))
      const { changes, position } = await loadChangesAfter(db.read, start, 10)
      expect(place.dialect === 'sqlite' ? changes : ids(changes)).toEqual(place.dialect === 'sqlite' ? undefined : [7])
      expect((await loadChangesAfter(db.read, position, 10)).changes).toEqual([])
    })

    it.skipIf(place.dialect === 'sqlite')('misses no change that is committed after later ones', async () => {
      const slow = halfDone(db, 11)
      await slow.wrote
      const start = await readFeedPosition(db.read)
      await db.write((tx) => addChange(tx, 12))
      const early = await loadChangesAfter(db.read, start, 10)
      expect(ids(early.changes)).toEqual([12])
      const slower = halfDone(db, 13)
      await slower.wrote
      await slow.commit()
      const late = await loadChangesAfter(db.read, early.position, 10)
      expect(ids(late.changes)).toEqual([11])
      await slower.commit()
      expect(ids((await loadChangesAfter(db.read, late.position, 10)).changes)).toEqual([13])
    })
  }),
)
