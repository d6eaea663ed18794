import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { ArtifactId, TrackerId } from '../ids.ts'
import type { Database } from './db.ts'
import { type CacheableCondition, IdSetCache } from './id-set-cache.ts'

/** The first `n` numbers; how often they are found is counted. */
function numbers(n: number, more: Partial<CacheableCondition> = {}): CacheableCondition & { asked: number } {
  const fact = {
    key: `numbers to ${n}`,
    trackers: [1 as TrackerId],
    isLong: false,
    asked: 0,
    rows(among: readonly ArtifactId[] | null) {
      fact.asked++
      const all = sql`with recursive c(artifact_id) as (select 1 union all select artifact_id + 1 from c where artifact_id < ${sql.lit(n)})`
      return among === null
        ? sql`${all} select artifact_id from c`
        : sql`select id as artifact_id from artifact where id in (${sql.join(among)})`
    },
    ...more,
  }
  return fact
}

describeOnEachDatabase((place) =>
  describe('what facts are true of', () => {
    let db: Database
    beforeAll(async () => {
      db = await place.open()
    })
    const sizeOf = (idSets: IdSetCache, condition: CacheableCondition) =>
      idSets.evaluate([condition], (found) => found.get(condition.key)?.size)

    it('is found once, by all who ask at once as well', async () => {
      const idSets = new IdSetCache(db)
      const fact = numbers(1000)
      expect(await Promise.all([1, 2, 3].map(() => sizeOf(idSets, fact)))).toEqual([1000, 1000, 1000])
      expect(await sizeOf(idSets, fact)).toBe(1000)
      expect(fact.asked).toBe(1)
    })

    it('is found on another thread where that takes long', async () => {
      const fact = numbers(200_000, { isLong: true })
      expect(await sizeOf(new IdSetCache(db), fact)).toBe(200_000)
    })

    it('is asked again of what changed there, and of nothing else', async () => {
      const idSets = new IdSetCache(db)
      const fact = numbers(100)
      await sizeOf(idSets, fact)
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
      expect([await sizeOf(idSets, fact), fact.asked]).toEqual([100, 1])
      await change(7, 1)
      expect([await sizeOf(idSets, fact), fact.asked]).toEqual([99, 2])
    })

    it('takes no more room than it is given', async () => {
      const idSets = new IdSetCache(db, { megabytes: 0.1 })
      for (let n = 1; n <= 60; n++) expect(await sizeOf(idSets, numbers(20_000 + n))).toBe(20_000 + n)
      expect(idSets.bytes).toBeLessThan(0.1 * 1024 * 1024)
      expect(idSets.bytes).toBeGreaterThan(0.05 * 1024 * 1024)
    })

    it('is an error once, where it cannot be found, and asked again the next time', async () => {
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
