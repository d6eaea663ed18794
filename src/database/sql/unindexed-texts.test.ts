import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/kit/each-database.ts'
import { insertRows } from '../statements/insert-rows.ts'
import { containsText, selectRowsWithWords } from './text-index.ts'

const place = createTestDatabase('sqlite')

it('finds each row once, whether it waits for indexing, is indexed, has a reused id or a new text', async () => {
  const db = await place.open()
  const rowsOf = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => {
      const text = `pump number${from + i}`
      return { artifact_id: from + i, field_id: 1, text, words: text }
    })
  const countMatches = async () => {
    const parts = db.read.selectFrom('value_text').select('artifact_id').where(containsText('value_text', 'pump'))
    const words = sql<{ id: number }>`${selectRowsWithWords(db.read, 'value_text', { words: ['pump'], isOpen: false })}`
    const indexed = sql<{ n: number }>`select count(*) as n from value_text_parts('pump')`
    return {
      parts: (await parts.execute()).length,
      words: (await words.execute(db.read)).rows.length,
      indexed: (await indexed.execute(db.read)).rows[0]?.n,
    }
  }
  const put = (from: number, to: number) => db.write((tx) => insertRows(tx, 'value_text', rowsOf(from, to) as never))
  await put(0, 10)
  expect(await countMatches()).toEqual({ parts: 10, words: 10, indexed: 0 })
  await put(10, 150)
  expect(await countMatches()).toEqual({ parts: 150, words: 150, indexed: 128 })
  // The latest ids are reused.
  await db.write((tx) =>
    tx
      .deleteFrom('value_text')
      .where('artifact_id', '>=', 120 as never)
      .execute(),
  )
  expect(await countMatches()).toEqual({ parts: 120, words: 120, indexed: 120 })
  await put(200, 205)
  expect(await countMatches()).toEqual({ parts: 125, words: 125, indexed: 125 })
  await db.write((tx) =>
    tx
      .updateTable('value_text')
      .set({ text: 'valve', words: 'valve' })
      .where('artifact_id', 'in', [3, 202] as never)
      .execute(),
  )
  expect(await countMatches()).toEqual({ parts: 123, words: 123, indexed: 123 })
  for (const index of ['value_text_parts', 'value_text_words'])
    await db.write((tx) =>
      sql`insert into ${sql.table(index)} (${sql.ref(index)}) values ('integrity-check')`.execute(tx),
    )
})

it('indexes a row again only if its text changes', async () => {
  const db = await place.open()
  const comments = Array.from({ length: 100 }, (_, n) => ({
    ...{ artifact_id: 1, changeset_id: n + 1, text: `valve ${n}`, words: `valve ${n}`, groups: '4' },
  }))
  await db.write((tx) => insertRows(tx, 'comment_text', comments as never))
  const indexes = ['comment_text_parts', 'comment_text_words']
  /** Every write to an index of SQLite adds or changes a row of its table of blocks. */
  const blocks = () =>
    Promise.all(
      indexes.map(
        async (index) =>
          (await sql`select id, hex(block) as block from ${sql.table(`${index}_data`)} order by id`.execute(db.read))
            .rows,
      ),
    )
  const update = (values: object) =>
    db.write((tx) =>
      tx
        .updateTable('comment_text')
        .set(values as never)
        .where('artifact_id', '=', 1 as never)
        .execute(),
    )
  const before = await blocks()
  await update({ groups: '3' })
  expect(await blocks()).toEqual(before)
  await update({ text: 'pump', words: 'pump' })
  expect(await blocks()).not.toEqual(before)
  const countMatches = db.read.selectFrom('comment_text').select('id')
  expect(await countMatches.where(containsText('comment_text', 'pump')).execute()).toHaveLength(100)
  expect(await countMatches.where(containsText('comment_text', 'valve')).execute()).toEqual([])
  for (const index of indexes)
    await db.write((tx) =>
      sql`insert into ${sql.table(index)} (${sql.ref(index)}) values ('integrity-check')`.execute(tx),
    )
})
