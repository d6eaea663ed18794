import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import { createTable, getColumnTypes } from '../migrations/migrate.ts'
import type { Database, Reader, Tx } from './db.ts'

describeOnEachDatabase((place) => {
  let db: Database

  beforeAll(async () => {
    db = await place.open()
  })

  const put = (tx: Tx, name: string, value = '') => tx.insertInto('setting').values({ name, value }).execute()
  const settingOf = async (reader: Reader, name: string) =>
    (await reader.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value

  describe('write', () => {
    it('returns the result of the work, whose writes the next read sees', async () => {
      const answer = await db.write(async (tx) => {
        await put(tx, 'kept', 'yes')
        return settingOf(tx, 'kept')
      })
      expect(answer).toBe('yes')
      expect(await settingOf(db.read, 'kept')).toBe('yes')
    })

    it('rolls back work that throws', async () => {
      const failing = db.write(async (tx) => {
        await put(tx, 'half', 'done')
        throw new Error('failed')
      })
      await expect(failing).rejects.toThrow('failed')
      expect(await settingOf(db.read, 'half')).toBeUndefined()
    })

    it('rolls back one of many concurrent works and keeps the others', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, (_, i) =>
          db.write(async (tx) => {
            await put(tx, `batch ${i}`)
            if (i % 7 === 0) throw new Error(`${i} failed`)
            return i
          }),
        ),
      )
      const settings = await db.read.selectFrom('setting').select('name').where('name', 'like', 'batch %').execute()
      const expected = outcomes.flatMap((_, i) => (i % 7 === 0 ? [] : [`batch ${i}`]))
      expect(settings.map(({ name }) => name).sort()).toEqual(expected.sort())
      expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(15)
    })

    it('fails if a statement failed, even if the error was caught', async () => {
      const failing = db.write(async (tx) => {
        await put(tx, 'twice', 'first')
        await put(tx, 'twice', 'second').catch(() => undefined)
      })
      await expect(failing).rejects.toThrow('An earlier statement of this transaction failed')
      expect(await settingOf(db.read, 'twice')).toBeUndefined()
    })

    it('executes concurrent statements', async () => {
      await db.write((tx) => Promise.all(['one', 'two', 'three'].map((name) => put(tx, `together ${name}`))))
      expect(await settingOf(db.read, 'together three')).toBe('')
    })

    it('keeps the async context of its caller', async () => {
      const request = new AsyncLocalStorage<string>()
      const contexts = ['a', 'b'].map((name) => request.run(name, () => db.write(async () => request.getStore())))
      expect(await Promise.all(contexts)).toEqual(['a', 'b'])
    })

    it('rejects a nested call instead of waiting', async () => {
      const inner = () => Promise.allSettled([db.write(async () => 'in'), db.snapshot(async () => 'in')])
      const outcomes = [...(await db.write(inner)), ...(await db.snapshot(inner))]
      expect(outcomes).toHaveLength(4)
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({
          status: 'rejected',
          reason: { message: expect.stringContaining('inside a transaction') },
        })
      }
    })

    it('may be started by work that outlives another transaction', async () => {
      const over = Promise.withResolvers<void>()
      const later: Promise<string>[] = []
      await db.write(async () => {
        later.push(over.promise.then(() => db.write(async () => 'later')))
      })
      over.resolve()
      expect(await Promise.all(later)).toEqual(['later'])
    })

    it('rejects a statement after the end of the transaction', async () => {
      const endedTx = await db.write(async (tx) => tx)
      await expect(put(endedTx, 'late')).rejects.toThrow('an await is missing')
    })
  })

  describe('read', () => {
    it('cannot write', async () => {
      const writing = sql`insert into setting (name, value) values ('sneaky', '')`
      await expect(writing.execute(db.read)).rejects.toThrow(/read-?only/)
      await expect(db.snapshot((reader) => writing.execute(reader))).rejects.toThrow(/read-?only/)
    })

    it('rejects streaming of rows with an alternative', async () => {
      const rows = db.read.selectFrom('setting').select('name').stream()
      await expect(rows.next()).rejects.toThrow('page by page')
    })

    it('does not wait for an open write and does not see it', async () => {
      await db.write(async (tx) => {
        await put(tx, 'unseen')
        expect(await settingOf(db.read, 'unseen')).toBeUndefined()
      })
      expect(await settingOf(db.read, 'unseen')).toBe('')
    })
  })

  describe('quickRead', () => {
    it('sees the last commit, and nothing of an open write', async () => {
      await db.write((tx) => put(tx, 'glimpsed', 'before'))
      expect(await settingOf(db.quickRead, 'glimpsed')).toBe('before')
      const [during] = await db.write(async (tx) => {
        await tx.updateTable('setting').set({ value: 'after' }).where('name', '=', 'glimpsed').execute()
        return [await settingOf(db.quickRead, 'glimpsed')]
      })
      expect(during).toBe('before')
      expect(await settingOf(db.quickRead, 'glimpsed')).toBe('after')
    })

    it('cannot write', async () => {
      await expect(
        (db.quickRead as Tx).insertInto('setting').values({ name: 'sneaked', value: '' }).execute(),
      ).rejects.toThrow()
      expect(await settingOf(db.read, 'sneaked')).toBeUndefined()
    })
  })

  describe('snapshot', () => {
    it('sees one state while others see later commits', async () => {
      await db.write((tx) => put(tx, 'clock', 'one'))
      const looked = Promise.withResolvers<void>()
      const moved = Promise.withResolvers<void>()
      const values = db.snapshot(async (reader) => {
        const before = await settingOf(reader, 'clock')
        looked.resolve()
        await moved.promise
        return [before, await settingOf(reader, 'clock')]
      })
      await looked.promise
      await db.write((tx) => tx.updateTable('setting').set({ value: 'two' }).where('name', '=', 'clock').execute())
      expect(await settingOf(db.read, 'clock')).toBe('two')
      moved.resolve()
      expect(await values).toEqual(['one', 'one'])
      expect(await db.snapshot((reader) => settingOf(reader, 'clock'))).toBe('two')
    })
  })

  describe('values', () => {
    const take = (value: unknown) => sql<{ value: unknown }>`select ${value} as value`.execute(db.read)

    it.each([
      ['undefined', undefined],
      ['a date', new Date(0)],
      ['a boolean', true],
      ['NaN', Number.NaN],
      ['infinity', Number.POSITIVE_INFINITY],
      ['an object', { a: 1 }],
    ])('rejects %s', async (_, value) => {
      await expect(take(value)).rejects.toThrow('Parameter 1 cannot be stored')
    })

    it('are returned as stored: text, integers, fractions, bytes, null', async () => {
      await db.write(async (tx) => {
        const { integer, real, text, bytes } = getColumnTypes(db.dialect)
        const table = createTable(tx, db.dialect, 'kinds').addColumn('whole', integer).addColumn('fraction', real)
        await table.addColumn('words', text).addColumn('bytes', bytes).addColumn('missing', text).execute()
      })
      const row = { whole: Number.MAX_SAFE_INTEGER, fraction: 0.1, words: `l'été ? "ü" 🌷`, missing: null }
      const bytes = new Uint8Array([0, 255])
      await db.write((tx) =>
        sql`insert into kinds values (${row.whole}, ${row.fraction}, ${row.words}, ${bytes}, ${null})`.execute(tx),
      )
      const { rows } = await sql<typeof row & { bytes: Uint8Array }>`select * from kinds`.execute(db.read)
      expect(rows.map((each) => ({ ...each, bytes: [...each.bytes] }))).toStrictEqual([{ ...row, bytes: [0, 255] }])
    })

    it('an integer in an expression stays an integer', async () => {
      const { rows } = await sql`select cast(${5} as text) as five`.execute(db.read)
      expect(rows).toEqual([{ five: '5' }])
    })

    it('count, sum and boolean expressions are numbers', async () => {
      const { rows } =
        await sql`select count(*) as many, sum(id) as sum, 1 = 1 as truth from (select 2 as id union select 3) as n`.execute(
          db.read,
        )
      expect(rows).toEqual([{ many: 2, sum: 5, truth: 1 }])
    })

    it('a write returns the number of changed rows', async () => {
      const { numDeletedRows } = await db.write(async (tx) => {
        await put(tx, 'gone 1')
        await put(tx, 'gone 2')
        return tx.deleteFrom('setting').where('name', 'like', 'gone %').executeTakeFirstOrThrow()
      })
      expect(numDeletedRows).toBe(2n)
    })
  })

  it('rejects queries after close, and completes earlier ones', async () => {
    const other = await place.open()
    const last = Promise.all(Array.from({ length: 20 }, (_, i) => other.write((tx) => put(tx, `last ${i}`))))
    await last
    await other.close()
    await expect(other.write((tx) => put(tx, 'too late'))).rejects.toThrow()
    expect(await settingOf(db.read, 'last 19')).toBe('')
    expect(await settingOf(db.read, 'too late')).toBeUndefined()
  })
})
