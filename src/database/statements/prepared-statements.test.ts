import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { Reader } from '../db/db.ts'
import { prepareStatement, type Slots } from './prepared-statements.ts'

const byCounter = prepareStatement(
  (db: Reader, { value, inList }: Slots<{ counters: readonly number[]; not: string }>) =>
    db
      .selectFrom('revision')
      .select(['topic', 'n'])
      .where(inList('n', 'counters'))
      .where('topic', '<>', value('not'))
      .orderBy('topic'),
)

describeOnEachDatabase((place) => {
  it('a prepared query is executed again with other parameters', async () => {
    const db = await place.open()
    const counters = { users: 1001, settings: 1002, trackers: 1003 }
    await db.write(async (tx) => {
      for (const [topic, n] of Object.entries(counters))
        await tx.updateTable('revision').set({ n }).where('topic', '=', topic).execute()
    })
    const findTopics = async (counters: readonly number[], not = '') =>
      (await byCounter(db.read, { counters, not })).map(({ topic }) => topic)
    expect(await findTopics([1001, 1002])).toEqual(['settings', 'users'])
    expect(await findTopics([1001, 1002], 'users')).toEqual(['settings'])
    expect(await findTopics([1003])).toEqual(['trackers'])
    expect(await findTopics([])).toEqual([])
  })

  it('a prepared query sees the writes of its transaction', async () => {
    const db = await place.open()
    const rows = await db.write(async (tx) => {
      await tx.updateTable('revision').set({ n: 77 }).where('topic', '=', 'users').execute()
      return byCounter(tx, { counters: [77], not: '' })
    })
    expect(rows).toEqual([{ topic: 'users', n: 77 }])
  })
})
