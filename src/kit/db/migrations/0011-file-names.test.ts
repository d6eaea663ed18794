import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../../test/kit/each-database.ts'
import { fileNames } from './0011-file-names.ts'
import { migrations } from './list.ts'

describeOnEachDatabase((place) => {
  it('files that are there are found by their names and descriptions', async () => {
    const before = migrations.slice(0, migrations.indexOf(fileNames))
    const old = await place.open(before)
    const rows = Array.from({ length: 1003 }, (_, n) => ({
      ...{ id: n + 1, name: `Été ${n}.TXT`, description: 'Ça va', size: 1, media_type: 'text/plain' },
      ...{ created_on: 0, state: 'attached' },
    }))
    await old.write(async (tx) => {
      for (let start = 0; start < rows.length; start += 500)
        await tx
          .insertInto('file')
          .values(rows.slice(start, start + 500) as never)
          .execute()
    })
    const now = await place.open(migrations)
    const { rows: found } = await sql<{ n: number }>`select count(*) as n from file
      where found_text like ${'ete %.txt\nca va'}`.execute(now.read)
    expect(Number(found[0]?.n)).toBe(1003)
  })
})
