import { StatementSync } from 'node:sqlite'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { ProjectFixture } from '../kit/project-fixture.ts'
import { createServer } from '../kit/server.ts'
import { createWriteFixture, getField, getTracker } from './writes/write-fixture.ts'

describe('the number of SQL statements of a write', () => {
  const server = createServer('sqlite')
  let shop: ProjectFixture
  const entry = (key: string, value: unknown) => ({ field_id: getField(shop, key), value })
  const task = () => ({
    tracker: getTracker(shop, 'task'),
    values: [entry('title', 'First'), entry('details', 'Some words'), entry('effort', 2.5)],
  })

  beforeAll(async () => {
    shop = (await createWriteFixture(server)).shop
    // The first request fills the caches.
    await server.as('alice').post('artifacts', task())
  })

  async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    const statements: string[] = []
    const { all, run } = StatementSync.prototype
    const recording = (original: typeof all | typeof run) =>
      function (this: StatementSync, ...args: unknown[]) {
        statements.push(this.sourceSQL)
        return Reflect.apply(original, this, args)
      }
    const spies = [
      vi.spyOn(StatementSync.prototype, 'all').mockImplementation(recording(all)),
      vi.spyOn(StatementSync.prototype, 'run').mockImplementation(recording(run)),
    ]
    await work()
    for (const spy of spies) spy.mockRestore()
    return statements
  }

  // One statement for the counters of the revision cache, one for that of the trackers in the transaction, three for ids,
  // one each for artifact, changeset and change log, one for the queue of the text index, and one per index row: here two
  // numbers and three texts, including those of default values. It concerns no other user, so no job notifies any.
  it('creates an artifact with fourteen statements', async () => {
    const statements = await statementsOf(() => server.as('alice').post('artifacts', task()))
    expect(statements).toHaveLength(14)
  })

  // Replaced texts are removed from the index by one more statement.
  it('updates an artifact with thirteen statements, whatever its values', async () => {
    const { body } = await server.as('alice').post('artifacts', task())
    const statements = await statementsOf(() =>
      server.as('alice').put(`artifacts/${body.id}`, { values: [entry('title', 'Second'), entry('effort', 3)] }),
    )
    expect(statements).toHaveLength(13)
  })
})
