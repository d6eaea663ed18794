import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import { colorBind, createField } from '../../../test/kit/field-fixture.ts'
import type { Database } from '../../database/db/db.ts'
import type { StoredValues } from '../model/field.ts'
import { buildIndexRows, clearIndexes, replaceIndexes, writeIndexes } from './indexes.ts'

const id = (n: number) => n as never

const fields = [
  createField('msb', { id: id(1), bind: colorBind }),
  createField('tbl', { id: id(2), bind: colorBind }),
  createField('float', { id: id(3) }),
  createField('date', { id: id(4) }),
  createField('art_link', { id: id(5) }),
  createField('file', { id: id(6) }),
  createField('string', { id: id(7) }),
]

const values: StoredValues = {
  1: [301, 303],
  2: ['b302', 'o12'],
  3: 1.5,
  4: 1_775_000_000,
  5: [
    { id: 750, type: '_is_child' },
    { id: 751, type: '' },
  ],
  6: [88],
  7: 'not indexed',
}

async function rowsOf(db: Database['read'], artifact: number) {
  const of = (table: 'value_list' | 'value_open' | 'value_number' | 'value_date' | 'value_link' | 'value_file') =>
    db.selectFrom(table).selectAll().where('artifact_id', '=', id(artifact)).orderBy('field_id').execute()
  return {
    list: await of('value_list'),
    open: await of('value_open'),
    number: await of('value_number'),
    date: await of('value_date'),
    link: await of('value_link'),
    file: await of('value_file'),
  }
}

const none = { list: [], open: [], number: [], date: [], link: [], file: [] }

describeOnEachDatabase((place) => {
  let db: Database
  beforeAll(async () => {
    db = await place.open()
  })

  describe('indexes of values', () => {
    it('contain every searchable value', async () => {
      await db.write((tx) => writeIndexes(tx, buildIndexRows(id(10), fields, values)))
      const rows = await rowsOf(db.read, 10)
      const artifact_id = 10
      expect(rows.list.map(({ field_id, value_id }: any) => [field_id, value_id]).sort()).toStrictEqual([
        [1, 301],
        [1, 303],
        [2, 302],
      ])
      expect(rows).toMatchObject({
        open: [{ field_id: 2, open_value_id: 12, artifact_id }],
        number: [{ field_id: 3, value: 1.5, artifact_id }],
        date: [{ field_id: 4, value: 1_775_000_000, artifact_id }],
        link: [
          { field_id: 5, position: 0, target_id: 750, type: '_is_child', artifact_id },
          { field_id: 5, position: 1, target_id: 751, type: '', artifact_id },
        ],
        file: [{ field_id: 6, file_id: 88, artifact_id }],
      })
    })

    it('are replaced for one artifact and kept for others', async () => {
      const others = [11, 12].flatMap((artifact) => buildIndexRows(id(artifact), fields, values))
      await db.write((tx) => writeIndexes(tx, others))
      const untouched = await rowsOf(db.read, 12)
      await db.write((tx) => replaceIndexes(tx, [id(11)], buildIndexRows(id(11), fields, { 3: 2, 1: [] })))
      expect(await rowsOf(db.read, 11)).toStrictEqual({
        ...none,
        number: [{ field_id: 3, value: 2, artifact_id: 11 }],
      })
      expect(await rowsOf(db.read, 12)).toStrictEqual(untouched)
    })

    it('are inserted and deleted for many artifacts at once', async () => {
      const ids = Array.from({ length: 3000 }, (_, index) => id(1000 + index))
      const rows = ids.flatMap((artifact) => buildIndexRows(artifact, fields, values))
      await db.write((tx) => writeIndexes(tx, rows))
      expect((await rowsOf(db.read, 3999)).list).toHaveLength(3)
      await db.write((tx) => clearIndexes(tx, ids))
      expect(await rowsOf(db.read, 3999)).toStrictEqual(none)
      expect(await rowsOf(db.read, 1000)).toStrictEqual(none)
    })

    it('need no statement without artifacts', async () => {
      await db.write(async (tx) => {
        await writeIndexes(tx, [])
        await clearIndexes(tx, [])
      })
    })
  })
})
