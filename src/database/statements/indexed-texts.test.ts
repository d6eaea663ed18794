import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/kit/each-database.ts'
import type { Database } from '../db/db.ts'
import { containsText, selectRowsWithWords } from '../sql/text-index.ts'
import { deleteTexts, insertTexts, selectTextRows } from './indexed-texts.ts'

const place = createTestDatabase('sqlite')

interface Row {
  readonly artifact: number
  readonly length: number
}

const textOf = ({ artifact, length }: Row): string => `pump${' '.repeat(length)}number${artifact}`

const insert = (db: Database, rows: readonly Row[]): Promise<void> =>
  db.write((tx) => {
    const inserted = rows.map((row) => ({ artifact_id: row.artifact, field_id: 1, text: textOf(row), words: 'pump' }))
    return insertTexts(tx, 'value_text', inserted as never)
  })

const remove = (db: Database, from: number, to: number): Promise<void> =>
  db.write(async (tx) => {
    const rows = await selectTextRows(tx, 'value_text', sql<boolean>`artifact_id between ${from} and ${to}`)
    await deleteTexts(tx, 'value_text', rows)
  })

async function waitingRows(db: Database): Promise<number> {
  const waiting = sql<{ n: number }>`select count(*) as n from value_text
    where id > (select up_to from text_indexed where name = 'value_text')`
  return (await waiting.execute(db.read)).rows[0]?.n ?? Number.NaN
}

async function foundArtifacts(db: Database): Promise<unknown> {
  const parts = db.read.selectFrom('value_text').select('artifact_id').where(containsText('value_text', 'pump'))
  const words = sql<{ id: number }>`${selectRowsWithWords(db.read, 'value_text', { words: ['pump'], isOpen: false })}`
  const artifactIds = (await parts.execute()).map(({ artifact_id }) => Number(artifact_id)).sort((a, b) => a - b)
  return { artifactIds, words: (await words.execute(db.read)).rows.length }
}

/** SQLite compares each index with the texts of its table, and throws if they differ. */
async function checkIndexes(db: Database): Promise<void> {
  for (const index of ['value_text_parts', 'value_text_words'])
    await db.write((tx) =>
      sql`insert into ${sql.table(index)} (${sql.ref(index)}) values ('integrity-check')`.execute(tx),
    )
}

it('leaves at most 31 short texts and no long text unindexed', async () => {
  const db = await place.open()
  const rows = (from: number, count: number, length: number) =>
    Array.from({ length: count }, (_, i) => ({ artifact: from + i, length }))
  await insert(db, rows(0, 31, 1))
  expect(await waitingRows(db)).toBe(31)
  await insert(db, rows(31, 2, 1))
  expect(await waitingRows(db)).toBe(1)
  await insert(db, rows(33, 1, 5000))
  expect(await waitingRows(db)).toBe(0)
  await insert(db, [...rows(34, 100, 1), ...rows(134, 3, 60_000), ...rows(137, 2, 1)])
  expect(await waitingRows(db)).toBe(2)
  await checkIndexes(db)
})

it('leaves a short text unindexed that gets the id of a deleted one', async () => {
  const db = await place.open()
  await remove(db, 0, 100_000)
  await insert(db, [
    { artifact: 0, length: 5000 },
    { artifact: 1, length: 5000 },
  ])
  await remove(db, 1, 1)
  await insert(db, [{ artifact: 2, length: 1 }])
  expect(await waitingRows(db)).toBe(1)
  expect(await foundArtifacts(db)).toEqual({ artifactIds: [0, 2], words: 2 })
  await checkIndexes(db)
})

it('finds exactly the texts that were inserted and not deleted, of any parts and lengths', async () => {
  const db = await place.open()
  const step = fc.oneof(
    fc.record({ insert: fc.array(fc.constantFrom(0, 1, 2000, 2100, 9000, 40_000), { maxLength: 60 }) }),
    fc.record({ from: fc.nat(200), count: fc.nat(60) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      await remove(db, 0, 100_000)
      const expected = new Set<number>()
      let next = 0
      for (const each of steps) {
        if ('insert' in each) {
          const rows = each.insert.map((length) => ({ artifact: next++, length }))
          await insert(db, rows)
          for (const { artifact } of rows) expected.add(artifact)
        } else {
          await remove(db, each.from, each.from + each.count)
          for (let artifact = each.from; artifact <= each.from + each.count; artifact++) expected.delete(artifact)
        }
      }
      expect(await foundArtifacts(db)).toEqual({
        artifactIds: [...expected].sort((a, b) => a - b),
        words: expected.size,
      })
      await checkIndexes(db)
    }),
    { numRuns: 30 },
  )
})
