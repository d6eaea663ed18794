import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { Reader } from './db.ts'
import { prepareStatement, type Slots } from './prepared.ts'

const byName = prepareStatement((db: Reader, { value, inList }: Slots<{ names: readonly string[]; least: number }>) =>
  db
    .selectFrom('revision')
    .select(['subject', 'n'])
    .where(inList('subject', 'names'))
    .where('n', '>=', value('least'))
    .orderBy('subject'),
)

describeOnEachDatabase((place) => {
  it('a prepared query is executed again with other parameters', async () => {
    const db = await place.open()
    const named = async (names: readonly string[], least: number) =>
      (await byName(db.read, { names, least })).map(({ subject }) => subject)
    expect(await named(['users', 'settings'], 1)).toEqual(['settings', 'users'])
    expect(await named(['trackers'], 1)).toEqual(['trackers'])
    expect(await named(['trackers'], 1_000_000)).toEqual([])
    expect(await named([], 1)).toEqual([])
  })

  it('a prepared query sees the writes of its transaction', async () => {
    const db = await place.open()
    const rows = await db.write(async (tx) => {
      await tx.updateTable('revision').set({ n: 77 }).where('subject', '=', 'users').execute()
      return byName(tx, { names: ['users'], least: 77 })
    })
    expect(rows).toEqual([{ subject: 'users', n: 77 }])
  })
})
