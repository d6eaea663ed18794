import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { Tx } from '../db/db.ts'
import { withSavepoint } from './savepoint.ts'

describeOnEachDatabase((place) => {
  const put = (tx: Tx, name: string) => tx.insertInto('setting').values({ name, value: '1' }).execute()

  it('rolls back only the rejected part', async () => {
    const db = await place.open()
    await db.write(async (tx) => {
      await put(tx, 'a_first')
      await withSavepoint(tx, () => put(tx, 'a_second'))
      const refused = withSavepoint(tx, async () => {
        await put(tx, 'a_third')
        throw new Error('no')
      })
      await expect(refused).rejects.toThrow('no')
      // Nested savepoints.
      await withSavepoint(tx, async () => {
        await put(tx, 'a_fourth')
        const inner = withSavepoint(tx, async () => {
          await put(tx, 'a_fifth')
          throw new Error('never')
        })
        await expect(inner).rejects.toThrow('never')
      })
    })
    const names = (await db.read.selectFrom('setting').select('name').execute()).map(({ name }) => name as string)
    expect(names.filter((name) => name.startsWith('a_')).sort()).toEqual(['a_first', 'a_fourth', 'a_second'])
  })

  it('does not recover a transaction in which a statement failed', async () => {
    const db = await place.open()
    const work = db.write(async (tx) => {
      await put(tx, 'b_first')
      await withSavepoint(tx, async () => {
        await put(tx, 'b_first')
      }).catch(() => undefined)
    })
    await expect(work).rejects.toThrow('An earlier statement of this transaction failed')
    const rows = await db.read.selectFrom('setting').select('name').execute()
    expect(rows.map(({ name }) => name as string)).not.toContain('b_first')
  })
})
