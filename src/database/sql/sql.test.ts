import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { Database, Reader } from '../db/db.ts'
import { lockRows } from '../statements/lock-rows.ts'
import { allocateIds, inList, isUniqueViolation, selectMember, setSequence } from './sql.ts'

describeOnEachDatabase((place) => {
  let db: Database

  beforeAll(async () => {
    db = await place.open()
  })

  describe('takeIds', () => {
    it('returns each number once, in ascending order, to concurrent callers', async () => {
      const calls = Array.from({ length: 50 }, (_, i) => db.write((tx) => allocateIds(tx, 'changeset', 1 + (i % 5))))
      const idLists = await Promise.all(calls)
      const all = idLists.flat()
      expect(all).toHaveLength(150)
      expect(new Set(all).size).toBe(150)
      for (const ids of idLists) expect(ids).toEqual([...ids].sort((a, b) => a - b))
    })

    it('returns none for a count of 0', async () => {
      expect(await db.write((tx) => allocateIds(tx, 'label', 0))).toEqual([])
    })

    it('continues at a given number', async () => {
      await db.write((tx) => setSequence(tx, 'artifact', 1_000))
      expect(await db.write((tx) => allocateIds(tx, 'artifact', 3))).toEqual([1_000, 1_001, 1_002])
    })
  })

  describe('inList', () => {
    beforeAll(async () => {
      const rows = ['a', 'b', "c'd", 'e"f', 'g,h', '{i}', 'é\\'].map((name, i) => ({ name, value: `${i}` }))
      await db.write((tx) => tx.insertInto('setting').values(rows).execute())
    })
    const findNames = async (names: readonly string[]) => {
      const rows = await db.read.selectFrom('setting').select('name').where(inList('setting.name', names)).execute()
      return rows.map(({ name }) => name).sort()
    }

    it.each([
      [
        ['a', 'missing', '{i}'],
        ['a', '{i}'],
      ],
      [
        ["c'd", 'e"f', 'g,h', 'é\\'],
        ["c'd", 'e"f', 'g,h', 'é\\'],
      ],
      [[], []],
    ])('of %j finds %j', async (names, expected) => {
      expect(await findNames(names)).toEqual(expected)
    })

    it('accepts numbers, even a hundred thousand', async () => {
      const numbers = Array.from({ length: 100_000 }, (_, i) => i * 3)
      const small = sql`(select 3 as n union select 4 union select 299997) as numbers`
      const { rows } = await sql`select n from ${small} where ${inList('n', numbers)} order by n`.execute(db.read)
      expect(rows).toEqual([{ n: 3 }, { n: 299_997 }])
    })

    it('is one parameter', () => {
      const query = db.read
        .selectFrom('setting')
        .select('name')
        .where(inList(sql.ref('name'), ['a', 'b']))
        .compile()
      const where = {
        sqlite: ['"name" in (select value from json_each(?))', '["a","b"]'],
        postgres: ['"name" = any($1)', ['a', 'b']],
      }[place.dialect]
      expect([query.sql, query.parameters]).toEqual([`select "name" from "setting" where ${where[0]}`, [where[1]]])
    })
  })

  it('selectMember returns a member of an object as JSON, and null only if there is none', async () => {
    const values = { 4: [1], 24: [831, 7], 25: [], 26: null, 27: 'a "24": b', 28: { 24: [9] } }
    const member = async (document: object, name: string): Promise<unknown> => {
      const row = sql`(select ${JSON.stringify(document)} as "values") as document`
      const { rows } = await sql<{ found: string | null }>`
        select ${selectMember(db.read, 'document.values', name)} as found from ${row}`.execute(db.read)
      const found = rows[0]?.found ?? null
      return found === null ? 'none' : JSON.parse(found)
    }
    for (const [name, value] of Object.entries(values)) expect(await member(values, name)).toEqual(value)
    for (const name of ['2', '29', '0']) expect(await member(values, name)).toBe('none')
    expect(await member({}, '24')).toBe('none')
  })

  it('lockRows locks an existing row', async () => {
    await db.write(async (tx) => {
      const rows = tx.selectFrom('revision').select('topic').where('topic', '=', 'users')
      const endings = (['remove', 'change', 'keep'] as const).map((lock) =>
        / for .*$/.exec(lockRows(tx, rows, lock).compile().sql)?.at(0),
      )
      const expected = [' for update', ' for no key update', ' for key share']
      expect(endings).toEqual(place.dialect === 'postgres' ? expected : [undefined, undefined, undefined])
      expect(await lockRows(tx, rows).execute()).toEqual([{ topic: 'users' }])
    })
  })

  it('a counter that is read under its lock loses no increment', async () => {
    const counter = (reader: Reader) => reader.selectFrom('revision').select('n').where('topic', '=', 'users')
    const before = await counter(db.read).executeTakeFirstOrThrow()
    const step = () =>
      db.write(async (tx) => {
        const query = tx.selectFrom('revision').select('n').where('topic', '=', 'users')
        const { n } = await lockRows(tx, query).executeTakeFirstOrThrow()
        await tx
          .updateTable('revision')
          .set({ n: n + 1 })
          .where('topic', '=', 'users')
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, step))
    expect(await counter(db.read).executeTakeFirstOrThrow()).toEqual({ n: before.n + 20 })
  })

  describe('isUniqueViolation', () => {
    it('recognizes a duplicate row', async () => {
      const twice = db.write((tx) =>
        tx
          .insertInto('setting')
          .values([
            { name: 'x', value: '' },
            { name: 'x', value: '' },
          ])
          .execute(),
      )
      expect(isUniqueViolation(await twice.catch((error) => error))).toBe(true)
    })

    it('ignores other errors', async () => {
      const wrong = await sql`select * from nowhere`.execute(db.read).catch((error) => error)
      expect(wrong).toBeInstanceOf(Error)
      expect([wrong, null, undefined, 'text'].map(isUniqueViolation)).toEqual([false, false, false, false])
    })
  })
})
