import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { Tx } from '../db/db.ts'
import { allocateIds, isUniqueViolation, prefetchIds } from '../sql/sql.ts'
import { insertRows } from '../statements/insert-rows.ts'
import { sendStatement, withoutWaiting } from './unawaited.ts'

describeOnEachDatabase((place) =>
  describe('statements whose responses are not awaited', () => {
    const put = (tx: Tx, name: string, value: unknown = 'here') =>
      insertRows(withoutWaiting(tx), 'setting', [{ name, value: value as string }])
    const names = async (tx: Pick<Tx, 'selectFrom'>, ...among: readonly string[]) =>
      (await tx.selectFrom('setting').select('name').where('name', 'in', among).orderBy('name').execute()).map(
        ({ name }) => name,
      )

    it('are committed, and seen by later statements', async () => {
      const db = await place.open()
      const settings = await db.write(async (tx) => {
        await put(tx, 'a')
        await put(tx, 'b')
        return names(tx, 'a', 'b')
      })
      expect(settings).toEqual(['a', 'b'])
      expect(await names(db.read, 'a', 'b')).toEqual(['a', 'b'])
    })

    it('roll back the transaction if the last one fails', async () => {
      const db = await place.open()
      const failing = db.write(async (tx) => {
        await put(tx, 'c')
        await put(tx, 'c')
      })
      expect(isUniqueViolation(await failing.catch((error) => error))).toBe(true)
      expect(await names(db.read, 'c')).toEqual([])
    })

    it('report the first failure, not its consequences', async () => {
      const db = await place.open()
      const failing = db.write(async (tx) => {
        await put(tx, 'd')
        await put(tx, 'd')
        await put(tx, 'e')
        await sql`select 1`.execute(tx)
      })
      expect(isUniqueViolation(await failing.catch((error) => error))).toBe(true)
      expect(await names(db.read, 'd', 'e')).toEqual([])
    })

    it('roll back the transaction if a parameter cannot be sent', async () => {
      const db = await place.open()
      const failing = db.write(async (tx) => {
        await put(tx, 'f')
        await withoutWaiting(tx)
          .updateTable('setting')
          .set({ value: new Date() as never })
          .execute()
      })
      await expect(failing).rejects.toThrow('cannot be stored')
      expect(await names(db.read, 'f')).toEqual([])
    })

    it('return rows where they have any', async () => {
      const db = await place.open()
      const returned = await db.write((tx) =>
        withoutWaiting(tx).insertInto('setting').values({ name: 'g', value: '' }).returning('name').execute(),
      )
      expect(returned).toEqual([{ name: 'g' }])
    })

    it('return their result after the commit', async () => {
      const db = await place.open()
      const awaitNames = await db.write(async (tx) => {
        await put(tx, 'h')
        return sendStatement(tx, (sender) => names(sender, 'h'))
      })
      expect(await awaitNames()).toEqual(['h'])
    })

    it('run before statements that are sent later', async () => {
      const db = await place.open()
      const settings = await db.write(async (tx) => {
        await sendStatement(tx, (sender) => sender.insertInto('setting').values({ name: 'i', value: '' }).execute())
        return names(tx, 'i')
      })
      expect(settings).toEqual(['i'])
    })

    it('fail the commit, also if their result is not used', async () => {
      const db = await place.open()
      const failing = db.write(async (tx) => {
        const insert = (sender: Tx) => sender.insertInto('setting').values({ name: 'j', value: '' }).execute()
        await sendStatement(tx, insert)
        await sendStatement(tx, insert)
      })
      expect(isUniqueViolation(await failing.catch((error) => error))).toBe(true)
      expect(await names(db.read, 'j')).toEqual([])
    })

    it('fail at once if they cannot be sent', async () => {
      const db = await place.open()
      const sending = db.write((tx) =>
        sendStatement(tx, (sender) =>
          sender
            .insertInto('setting')
            .values({ name: 'k', value: new Date() as never })
            .execute(),
        ),
      )
      await expect(sending).rejects.toThrow('cannot be stored')
    })

    it('use the ids that were prefetched, each once', async () => {
      const db = await place.open()
      const ids = await db.write(async (tx) => {
        await prefetchIds(tx, ['job', 'comment'])
        const first = await allocateIds(withoutWaiting(tx), 'job', 1)
        return [...first, ...(await allocateIds(tx, 'job', 1)), ...(await allocateIds(tx, 'job', 2))]
      })
      expect(new Set(ids).size).toBe(4)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    })

    it('run again after a deadlock', async () => {
      const db = await place.open()
      await db.write((tx) =>
        insertRows(tx, 'setting', [
          { name: 'l', value: '' },
          { name: 'r', value: '' },
        ]),
      )
      const bothLocked = Promise.withResolvers<void>()
      let locked = 0
      const lockBoth = (first: string, second: string) =>
        db.write(async (tx) => {
          const touch = (on: Tx, name: string) =>
            on.updateTable('setting').set({ value: first }).where('name', '=', name).execute()
          await touch(tx, first)
          if (++locked === 2) bothLocked.resolve()
          if (place.dialect === 'postgres') await bothLocked.promise
          await touch(withoutWaiting(tx), second)
        })
      await Promise.all([lockBoth('l', 'r'), lockBoth('r', 'l')])
      const values = await db.read.selectFrom('setting').select('value').where('name', 'in', ['l', 'r']).execute()
      expect(new Set(values.map(({ value }) => value)).size).toBe(1)
    })
  }),
)
