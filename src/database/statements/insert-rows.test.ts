import { describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import { insertRows } from './insert-rows.ts'

describeOnEachDatabase((place) =>
  describe('insertRows', () => {
    const row = (n: number) => ({ name: `s${n}`, value: n % 3 === 0 ? `"quo'te ${n} {é} \\ \n"` : String(n) })

    it('inserts all rows as given', async () => {
      const db = await place.open()
      const rows = Array.from({ length: 2500 }, (_, n) => row(n))
      await db.write((tx) => insertRows(tx, 'setting', rows))
      const storedRows = await db.read.selectFrom('setting').selectAll().execute()
      expect(storedRows.toSorted((a, b) => Number(a.name.slice(1)) - Number(b.name.slice(1)))).toEqual(rows)
    })
    it('accepts an empty list', async () => {
      const db = await place.open()
      await db.write((tx) => insertRows(tx, 'service', []))
    })
    it('keeps integers, fractions and nulls', async () => {
      const db = await place.open()
      const numbers = [
        { field_id: 1, value: 2.5, artifact_id: 3 },
        { field_id: 1, value: -7, artifact_id: 4 },
      ]
      const jobs = [
        {
          id: 5,
          kind: 'k',
          payload: '{}',
          run_at: 1,
          attempts: 0,
          locked_until: null,
          last_error: null,
          created_on: null,
          locked_by: null,
        },
      ]
      await db.write(async (tx) => {
        await insertRows(tx, 'value_number', numbers as never)
        await insertRows(tx, 'job', jobs as never)
      })
      expect(await db.read.selectFrom('value_number').selectAll().orderBy('artifact_id').execute()).toEqual(numbers)
      expect(await db.read.selectFrom('job').selectAll().execute()).toEqual(jobs)
    })
    it('can ignore existing rows', async () => {
      const db = await place.open()
      const merge = (value: string) =>
        db.write((tx) =>
          insertRows(tx, 'setting', [{ name: 'met', value }], (insert) =>
            insert.onConflict((conflict) =>
              conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
            ),
          ),
        )
      await merge('first')
      await merge('second')
      expect(await db.read.selectFrom('setting').selectAll().where('name', '=', 'met').execute()).toEqual([
        { name: 'met', value: 'second' },
      ])
    })
    it('inserts nothing if one row is rejected', async () => {
      const db = await place.open()
      await expect(
        db.write((tx) =>
          insertRows(tx, 'setting', [
            { name: 'x1', value: '1' },
            { name: 'x1', value: '2' },
          ]),
        ),
      ).rejects.toThrow()
      expect(await db.read.selectFrom('setting').selectAll().where('name', '=', 'x1').execute()).toEqual([])
    })
  }),
)
