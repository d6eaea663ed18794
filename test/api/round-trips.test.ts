import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { countPostgresStatements } from '../kit/count-statements.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, type TestResponse } from '../kit/server.ts'
import { createWriteFixture, getField, getTracker } from './writes/write-fixture.ts'

// Limits: a change that needs more makes each such request slower by the time of a round trip.
describe.skipIf(inject('postgresUrl') === null)('the statements and round trips to PostgreSQL', () => {
  const server = createServer('postgres')
  let shop: ProjectFixture
  let ranked: ProjectFixture
  const alice = () => server.as('alice')
  const entry = (key: string, value: unknown) => ({ field_id: getField(shop, key), value })
  const task = (...more: readonly object[]) => ({
    tracker: getTracker(shop, 'task'),
    values: [entry('title', 'First'), entry('details', 'Some words'), entry('effort', 2.5), ...more],
  })
  const link = (id: number) => ({ field_id: getField(shop, 'links'), links: [{ id }] })
  const create = async (): Promise<number> => (await alice().post('artifacts', task())).body.id
  const update = (id: number, body: object = { values: [entry('title', 'Second'), entry('effort', 3)] }) =>
    alice().put(`artifacts/${id}`, body)

  // What is known for a few seconds only, such as the size of a tracker, would be read again on a busy machine.
  const clock = vi.spyOn(performance, 'now')
  afterAll(() => clock.mockRestore())
  beforeAll(async () => {
    clock.mockReturnValue(performance.now())
    shop = (await createWriteFixture(server)).shop
    ranked = await createProjectFixture(server, 'ranking', {
      members: [],
      administrators: [],
      trackers: () => [
        createTrackerDefinition('ranked', [
          createFieldDefinition('string', 'ranked:word'),
          createFieldDefinition('priority', 'ranked:rank', { rights: { read: [1] } }),
        ]),
      ],
    })
    // The first requests fill the caches.
    const id = await create()
    await alice().get(`artifacts/${id}`)
    await alice().get(`trackers/${task().tracker.id}/artifacts?values=all`)
    await update(id)
  })

  async function countOf(status: number, send: () => Promise<TestResponse>) {
    const responses: TestResponse[] = []
    const { statements, roundTrips } = await countPostgresStatements(async () => responses.push(await send()))
    expect(responses.map((each) => each.status)).toEqual([status])
    return { statements: statements.length, roundTrips }
  }

  it('of an artifact that was read before', async () => {
    const id = await create()
    await alice().get(`artifacts/${id}`)
    expect(await countOf(200, () => alice().get(`artifacts/${id}`))).toEqual({ statements: 1, roundTrips: 1 })
  })

  it('of an artifact with the artifacts that it links, however many', async () => {
    const read = async (count: number) => {
      const linked: number[] = []
      for (let each = 0; each < count; each += 1) linked.push(await create())
      const { body } = await alice().post('artifacts', task({ ...link(0), links: linked.map((id) => ({ id })) }))
      const send = () => alice().get(`artifacts/${body.id}?include=linked_artifacts`)
      expect((await send()).body.linked_artifacts).toHaveLength(count)
      return countOf(200, send)
    }
    expect(await read(12)).toEqual(await read(1))
  })

  it('of an artifact with a rank that was read before', async () => {
    const tracker = { id: Number(ranked.trackers.get('ranked')) }
    const values = [{ field_id: getField(ranked, 'ranked:word'), value: 'First' }]
    const { body } = await server.as('admin').post('artifacts', { tracker, values })
    const read = () => server.as('admin').get(`artifacts/${body.id}`)
    const { etag } = (await read()).headers
    expect(await countOf(200, read)).toEqual({ statements: 1, roundTrips: 1 })
    const again = () => server.as('admin').get(`artifacts/${body.id}`, { headers: { 'if-none-match': String(etag) } })
    expect(await countOf(304, again)).toEqual({ statements: 1, roundTrips: 1 })
  })

  it('of an artifact that was not read before', async () => {
    const id = await create()
    expect(await countOf(200, () => alice().get(`artifacts/${id}`))).toEqual({ statements: 4, roundTrips: 2 })
  })

  it('of a linked artifact that was not read before', async () => {
    const target = await create()
    const { body } = await alice().post('artifacts', task(link(target)))
    for (const id of [target, body.id])
      expect(await countOf(200, () => alice().get(`artifacts/${id}`))).toEqual({ statements: 4, roundTrips: 2 })
  })

  it('of several artifacts that were not read before', async () => {
    const ids = [await create(), await create(), await create()]
    const read = async () => {
      const responses = await Promise.all(ids.map((id) => alice().get(`artifacts/${id}`)))
      return responses.find(({ status }) => status !== 200) ?? (responses[0] as TestResponse)
    }
    // The versions share a statement with the counters; documents, links and headers of all three share one each.
    expect(await countOf(200, read)).toEqual({ statements: 4, roundTrips: 2 })
  })

  it('of a new artifact', async () => {
    expect(await countOf(201, () => alice().post('artifacts', task()))).toEqual({ statements: 11, roundTrips: 3 })
  })

  it('of a new artifact that mentions a user', async () => {
    const mention = () =>
      alice().post('artifacts', { ...task(), values: [entry('title', 'First'), entry('details', 'for @boss')] })
    expect((await countOf(201, mention)).roundTrips).toBe(3)
  })

  it('of a new artifact with a link', async () => {
    const target = await create()
    const count = await countOf(201, () => alice().post('artifacts', task(link(target))))
    expect(count).toEqual({ statements: 17, roundTrips: 4 })
  })

  it('of a change', async () => {
    const id = await create()
    expect(await countOf(200, () => update(id))).toEqual({ statements: 14, roundTrips: 3 })
  })

  it('of a change that follows the one of another user', async () => {
    const id = await create()
    await server.as('boss').get(`artifacts/${id}`)
    const change = (effort: number) =>
      countOf(200, () => server.as('boss').put(`artifacts/${id}`, { values: [entry('effort', effort)] }))
    const [afterAlice, afterBoss] = [await change(4), await change(5)]
    // The row of the former author is sent with the others.
    expect(afterAlice).toEqual({ statements: afterBoss.statements + 1, roundTrips: 3 })
    expect(afterBoss.roundTrips).toBe(3)
  })

  it('of a change that replaces links', async () => {
    const [id, target] = [await create(), await create()]
    const count = await countOf(200, () => update(id, { values: [link(target)] }))
    expect(count.roundTrips).toBe(4)
  })

  it('of a change with a comment', async () => {
    const id = await create()
    const body = { values: [entry('title', 'Third')], comment: { body: 'Well done', format: 'text' } }
    expect(await countOf(200, () => update(id, body))).toEqual({ statements: 14, roundTrips: 3 })
  })

  it('of a page of artifacts that were read before', async () => {
    const list = () => alice().get(`trackers/${task().tracker.id}/artifacts?values=all`)
    await list()
    expect(await countOf(200, list)).toEqual({ statements: 4, roundTrips: 3 })
  })

  it('of artifacts by the values of a list, however many', async () => {
    const { id } = task().tracker
    const read = () => alice().get(`trackers/${id}/artifact_groups?by=${getField(shop, 'status')}&values=all`)
    await read()
    expect(await countOf(200, read)).toEqual({ statements: 3, roundTrips: 3 })
    const countWithNew = async (count: number) => {
      for (let each = 0; each < count; each += 1) await create()
      return countOf(200, read)
    }
    expect(await countWithNew(12)).toEqual(await countWithNew(1))
  })

  it('of the numbers of artifacts by the values of a list over time', async () => {
    const { id } = task().tracker
    const read = () => alice().get(`trackers/${id}/artifact_group_history?by=${getField(shop, 'status')}`)
    await read()
    expect(await countOf(200, read)).toEqual({ statements: 2, roundTrips: 2 })
  })
})
