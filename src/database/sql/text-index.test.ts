import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { Phrase } from '../../kit/text/words.ts'
import type { Database } from '../db/db.ts'
import { insertRows } from '../statements/insert-rows.ts'
import { buildIndexWords, selectRowsWithWords } from './text-index.ts'

const phrase = (query: string): Phrase => ({
  words: query.replace('*', '').split(' '),
  isOpen: query.endsWith('*'),
})

describeOnEachDatabase((place) => {
  describe('the index of words', () => {
    let db: Database

    beforeAll(async () => {
      db = await place.open()
      await db.write(async (tx) => {
        const before = Array.from({ length: 1500 }, (_, n) => `row ${n} before`).map((text, n) => ({
          artifact_id: n,
          field_id: 1,
          text,
          words: buildIndexWords(tx, text),
        }))
        await insertRows(tx, 'value_text', before as never)
        const rows = ['the quick brown fox', '登录失败', '1e5 0x1f 2.5 a-b', ''].map((text, n) => ({
          artifact_id: 5000 + n,
          field_id: 1,
          text,
          words: buildIndexWords(tx, text),
        }))
        await insertRows(tx, 'value_text', rows as never)
      })
    })

    const findRows = async (query: string, table: 'value_text' | 'comment_text' = 'value_text') => {
      const hits = sql`select artifact_id from (${selectRowsWithWords(db.read, table, phrase(query))}) as hit
        join ${sql.table(table)} as row on row.id = hit.id order by artifact_id`
      return (await hits.execute(db.read)).rows.map((row) => (row as { artifact_id: number }).artifact_id)
    }

    it.each([
      ['quick', [5000]],
      ['quick brown', [5000]],
      ['brown quick', []],
      ['qui', []],
      ['qui*', [5000]],
      ['quick bro*', [5000]],
      ['失', [5001]],
      ['失 败', [5001]],
      ['败 失', []],
      ['1e5', [5002]],
      ['0x1f', [5002]],
      ['2 5', [5002]],
      ['a b', [5002]],
    ])('finds %j at its positions', async (query, rows) => {
      expect(await findRows(query)).toEqual(rows)
    })

    it('follows every change', async () => {
      await db.write(async (tx) => {
        const text = 'a slow hedgehog'
        await tx
          .updateTable('value_text')
          .set({ text, words: buildIndexWords(tx, text) })
          .where('artifact_id', '=', 5003 as never)
          .execute()
        await tx
          .deleteFrom('value_text')
          .where('artifact_id', '=', 7 as never)
          .execute()
      })
      expect(await findRows('slow hedgehog')).toEqual([5003])
      expect(await findRows('7')).toEqual([])
      expect(await findRows('before')).toHaveLength(1499)
    })

    it('ranks better matches first', async () => {
      await db.write(async (tx) => {
        const rows = ['zebra', 'zebra among many other beasts that live in the plains of the south'].map((text, n) => ({
          artifact_id: 6000 + n,
          field_id: 1,
          text,
          words: buildIndexWords(tx, text),
        }))
        await insertRows(tx, 'value_text', rows as never)
      })
      const { rows } = await selectRowsWithWords(db.read, 'value_text', phrase('zebra')).execute(db.read)
      const [short, long] = rows.toSorted((a, b) => a.id - b.id)
      expect(short?.fit).toBeGreaterThan(long?.fit ?? 0)
    })
  })
})
