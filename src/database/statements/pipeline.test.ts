import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { Tx } from '../db/db.ts'
import { insertRows } from './insert-rows.ts'
import { runPipelined } from './pipeline.ts'

describeOnEachDatabase((place) =>
  describe('pipelined statements', () => {
    const put = (tx: Tx, name: string) => async () => {
      await insertRows(tx, 'setting', [{ name, value: 'here' }])
      return name
    }
    const count = async (tx: Tx) => (await tx.selectFrom('setting').select('name').execute()).length

    it('return their results in order', async () => {
      const db = await place.open()
      const results = await db.write((tx) =>
        runPipelined(
          tx,
          put(tx, 'a'),
          () => count(tx),
          put(tx, 'b'),
          () => count(tx),
        ),
      )
      expect(results).toEqual(['a', 1, 'b', 2])
    })

    it('are all rolled back if one fails, with the first error', async () => {
      const db = await place.open()
      const failing = db.write((tx) =>
        runPipelined(tx, put(tx, 'c'), () => sql`select * from nothing_of_this_name`.execute(tx), put(tx, 'd')),
      )
      await expect(failing).rejects.toThrow('nothing_of_this_name')
      expect(await db.read.selectFrom('setting').select('name').where('name', 'in', ['c', 'd']).execute()).toEqual([])
    })

    it('are sent before the first result arrives', async () => {
      const db = await place.open()
      const happened: string[] = []
      const step = (tx: Tx, name: string) => async () => {
        happened.push(`${name} begins`)
        await sql`select 1`.execute(tx)
        happened.push(`${name} ends`)
      }
      await db.write((tx) => runPipelined(tx, step(tx, 'one'), step(tx, 'two')))
      const [oneBegins, oneEnds, twoBegins, twoEnds] = ['one begins', 'one ends', 'two begins', 'two ends']
      expect(happened).toEqual(
        place.dialect === 'postgres'
          ? [oneBegins, twoBegins, oneEnds, twoEnds]
          : [oneBegins, oneEnds, twoBegins, twoEnds],
      )
    })
  }),
)
