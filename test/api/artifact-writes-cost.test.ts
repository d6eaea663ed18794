import { StatementSync } from 'node:sqlite'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { ProjectFixture } from '../kit/project-fixture.ts'
import { createServer } from '../kit/server.ts'
import { createWriteFixture, fieldOf, trackerOf } from './writes/write-fixture.ts'

describe('the cost of a write', () => {
  const server = createServer('sqlite')
  let shop: ProjectFixture
  const entry = (key: string, value: unknown) => ({ field_id: fieldOf(shop, key), value })
  const task = () => ({
    tracker: trackerOf(shop, 'task'),
    values: [entry('title', 'First'), entry('details', 'Some words'), entry('effort', 2.5)],
  })

  beforeAll(async () => {
    shop = (await createWriteFixture(server)).shop
    // What is remembered is loaded.
    await server.as('alice').post('artifacts', task())
  })

  async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    const seen: string[] = []
    const { all, run } = StatementSync.prototype
    const noting = (original: typeof all | typeof run) =>
      function (this: StatementSync, ...given: unknown[]) {
        seen.push(this.sourceSQL)
        return Reflect.apply(original, this, given)
      }
    const spies = [
      vi.spyOn(StatementSync.prototype, 'all').mockImplementation(noting(all)),
      vi.spyOn(StatementSync.prototype, 'run').mockImplementation(noting(run)),
    ]
    await work()
    for (const spy of spies) spy.mockRestore()
    return seen
  }

  // One for the counters of the revision cache, three for numbers, one each for artifact, changeset and log, one for the
  // texts that wait to be indexed, and as many as there are index rows: here two numbers and three texts, those of
  // defaults among them.
  it('is thirteen statements for a plain creation', async () => {
    const seen = await statementsOf(() => server.as('alice').post('artifacts', task()))
    expect(seen).toHaveLength(13)
  })

  // Texts that are replaced leave the index in a statement of their own.
  it('is fourteen statements for a plain update, whatever the artifact holds', async () => {
    const { body } = await server.as('alice').post('artifacts', task())
    const seen = await statementsOf(() =>
      server.as('alice').put(`artifacts/${body.id}`, { values: [entry('title', 'Second'), entry('effort', 3)] }),
    )
    expect(seen).toHaveLength(14)
  })
})
