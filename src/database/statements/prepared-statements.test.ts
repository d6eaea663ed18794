import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { Reader } from '../db/db.ts'
import { prepareStatement, type Slots } from './prepared-statements.ts'

const byName = prepareStatement((db: Reader, { value, inList }: Slots<{ names: readonly string[]; least: number }>) =>
  db
    .selectFrom('revision')
    .select(['topic', 'n'])
    .where(inList('topic', 'names'))
    .where('n', '>=', value('least'))
    .orderBy('topic'),
)

describeOnEachDatabase((place) => {
  it('a prepared query is executed again with other parameters', async () => {
    const db = await place.open()
    const findTopics = async (names: readonly string[], least: number) =>
      (await byName(db.read, { names, least })).map(({ topic }) => topic)
    expect(await findTopics(['users', 'settings'], 1)).toEqual(['settings', 'users'])
    expect(await findTopics(['trackers'], 1)).toEqual(['trackers'])
    expect(await findTopics(['trackers'], 1_000_000)).toEqual([])
    expect(await findTopics([], 1)).toEqual([])
  })

  it('a prepared query sees the writes of its transaction', async () => {
    const db = await place.open()
    const rows = await db.write(async (tx) => {
      await tx.updateTable('revision').set({ n: 77 }).where('topic', '=', 'users').execute()
      return byName(tx, { names: ['users'], least: 77 })
    })
    expect(rows).toEqual([{ topic: 'users', n: 77 }])
  })
})
