import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import type { Database } from '../db/db.ts'
import { type CacheableCondition, IdSetCache } from './id-set-cache.ts'

/** The first `n` numbers, with a count of queries. */
function numbers(n: number, more: Partial<CacheableCondition> = {}): CacheableCondition & { queryCount: number } {
  const counted = {
    key: `numbers to ${n}`,
    trackers: [1 as TrackerId],
    isLong: false,
    queryCount: 0,
    rows(among: readonly ArtifactId[] | null) {
      counted.queryCount++
      const all = sql`with recursive c(artifact_id) as (select 1 union all select artifact_id + 1 from c where artifact_id < ${sql.lit(n)})`
      return among === null
        ? sql`${all} select artifact_id from c`
        : sql`select id as artifact_id from artifact where id in (${sql.join(among)})`
    },
    ...more,
  }
  return counted
}

describeOnEachDatabase((place) =>
  describe('a cached id set', () => {
    let db: Database
    beforeAll(async () => {
      db = await place.open()
    })
    const sizeOf = (idSets: IdSetCache, condition: CacheableCondition) =>
      idSets.evaluate([condition], (sets) => sets.get(condition.key)?.size)

    it('is computed once, also for concurrent requests', async () => {
      const idSets = new IdSetCache(db)
      const counted = numbers(1000)
      expect(await Promise.all([1, 2, 3].map(() => sizeOf(idSets, counted)))).toEqual([1000, 1000, 1000])
      expect(await sizeOf(idSets, counted)).toBe(1000)
      expect(counted.queryCount).toBe(1)
    })

    it('is computed on another thread if that takes long', async () => {
      const counted = numbers(200_000, { isLong: true })
      expect(await sizeOf(new IdSetCache(db), counted)).toBe(200_000)
    })

    it('is updated for changed artifacts only', async () => {
      const idSets = new IdSetCache(db)
      const counted = numbers(100)
      await sizeOf(idSets, counted)
      const change = (artifact: number, tracker: number) =>
        db.write((tx) =>
          tx
            .insertInto('change')
            .values({
              at: 0,
              kind: 'deleted',
              artifact_id: artifact as ArtifactId,
              tracker_id: tracker as TrackerId,
              project_id: 101 as never,
              changeset_id: null,
              user_id: null,
            })
            .execute(),
        )
      await change(7, 2)
      expect([await sizeOf(idSets, counted), counted.queryCount]).toEqual([100, 1])
      await change(7, 1)
      expect([await sizeOf(idSets, counted), counted.queryCount]).toEqual([99, 2])
    })

    it('is limited in memory', async () => {
      const idSets = new IdSetCache(db, { megabytes: 0.1 })
      for (let n = 1; n <= 60; n++) expect(await sizeOf(idSets, numbers(20_000 + n))).toBe(20_000 + n)
      expect(idSets.bytes).toBeLessThan(0.1 * 1024 * 1024)
      expect(idSets.bytes).toBeGreaterThan(0.05 * 1024 * 1024)
    })

    it('throws once if it cannot be computed, and is computed again on the next request', async () => {
      const idSets = new IdSetCache(db)
      const wrong: CacheableCondition = {
        ...numbers(1),
        key: 'wrong',
        rows: () => sql`select nothing as artifact_id from nowhere`,
      }
      await expect(sizeOf(idSets, wrong)).rejects.toThrow()
      await expect(sizeOf(idSets, { ...wrong, isLong: true })).rejects.toThrow()
      expect(await sizeOf(idSets, numbers(5))).toBe(5)
    })
  }),
)
