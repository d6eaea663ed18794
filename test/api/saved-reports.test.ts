import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '../../src/kit/ids.ts'
import { type BugProject, createBugProject } from '../kit/bug-tracker-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

/** Our extension: docs/decisions/0021-reject-unknown-filters.md. */
alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let bugs: BugProject
  let loud: number
  let quiet: number
  const alice = () => server.as('alice')
  const boss = () => server.as('boss')

  beforeAll(async () => {
    const people: Record<string, UserId> = {}
    for (const name of ['alice', 'bob', 'boss', 'stranger']) people[name] = await server.createUser(name)
    const { alice: a, bob: b, boss: c } = people
    bugs = await createBugProject(server.world, {
      shortName: 'bugs',
      access: 'private',
      members: [a, b, c] as UserId[],
      administrators: [c] as UserId[],
    })
    loud = await bugs.createBug('The pump is loud', a as UserId, { [bugs.status]: [bugs.open] })
    quiet = await bugs.createBug('The valve is quiet', a as UserId, { [bugs.status]: [bugs.closed] })
  })

  const draft = (more: object = {}) => ({ tracker: { id: bugs.tracker }, label: 'Mine', ...more })
  const save = (more: object = {}) => alice().post('tracker_reports', draft(more))
  const foundBy = async (id: number, as = alice()) =>
    (await as.get(`tracker_reports/${id}/artifacts`)).body.map((each: { id: number }) => each.id)
  const listed = async (as = alice()) =>
    (await as.get(`trackers/${bugs.tracker}/tracker_reports?limit=100`)).body as {
      id: number
      label: string
      is_default: boolean
    }[]

  describe('a saved report', () => {
    it('finds what its filter finds, a text and values of a list', async () => {
      const query = { title: 'loud pump', [bugs.status]: { operator: 'contains', value: [bugs.open] } }
      const { status, body } = await save({ query, label: '  Loud and open ' })
      expect(status).toBe(201)
      expect(body).toEqual({
        id: body.id,
        uri: `tracker_reports/${body.id}`,
        label: 'Loud and open',
        is_public: false,
        is_default: false,
        resources: [{ type: 'artifacts', uri: `tracker_reports/${body.id}/artifacts` }],
      })
      expect(await foundBy(body.id)).toEqual([loud])
    })

    it('takes names of fields whatever their case and accents, as filters do', async () => {
      const tables = [{ label: 'Table', columns: ['TITLE', 'title'], sort: [{ field_id: 'Títle', direction: 'asc' }] }]
      const { status, body, text } = await save({ query: { TITLE: 'loud' }, tables })
      expect(status, text).toBe(201)
      expect(await foundBy(body.id)).toEqual([loud])
    })

    it('is not saved with a criterion that would be passed over', async () => {
      const sent = `{"tracker":{"id":${bugs.tracker}},"label":"All","query":{"__proto__":1}}`
      const { status, body } = await alice().post('tracker_reports', sent, {
        headers: { 'content-type': 'application/json' },
      })
      expect([status, body.error.message]).toEqual([
        400,
        'Bad Request: Invalid value specified for `query[__proto__]`. No member can be called so.',
      ])
    })

    it('finds what its pattern finds', async () => {
      const { body } = await save({ query: { title: '/^the (pump|pipe).*d$/' } })
      expect(await foundBy(body.id)).toEqual([loud])
      const denied = await save({ query: { title: '!/pump/' } })
      expect(await foundBy(denied.body.id)).toEqual([quiet])
    })

    it('finds what its query finds', async () => {
      const { body } = await save({ expert_query: "title = 'quiet'" })
      expect(await foundBy(body.id)).toEqual([quiet])
    })

    it('is told as it was saved, and saved as it was told', async () => {
      const table = {
        label: 'Brief',
        columns: ['title', bugs.status],
        sort: [{ field_id: 'title', direction: 'desc' }],
      }
      const { body } = await save({ query: { status: bugs.open }, description: 'For mornings', tables: [table] })
      const told = (await alice().get(`tracker_reports/${body.id}/definition`)).body
      expect(told).toEqual({
        id: body.id,
        label: 'Mine',
        description: 'For mornings',
        is_public: false,
        is_default: false,
        expert_query: null,
        query: { [bugs.status]: { operator: 'contains', value: [bugs.open] } },
        tables: [
          {
            id: told.tables[0].id,
            label: 'Brief',
            columns: [bugs.title, bugs.status],
            sort: [{ field_id: bugs.title, direction: 'desc' }],
          },
        ],
      })
      expect((await alice().put(`tracker_reports/${body.id}`, told)).status).toBe(200)
      expect((await alice().get(`tracker_reports/${body.id}/definition`)).body).toEqual(told)
    })

    it('shows the columns of its table', async () => {
      const { body } = await save({ tables: [{ columns: [bugs.title] }] })
      const { body: artifacts } = await alice().get(
        `tracker_reports/${body.id}/artifacts?values=from_table_renderer&limit=1`,
      )
      expect(artifacts[0].values.map((each: { field_id: number }) => each.field_id)).toEqual([bugs.title])
    })

    it('keeps its tables when a change says nothing of them, and loses those that are left out', async () => {
      const { body } = await save({
        tables: [
          { label: 'One', columns: [bugs.title] },
          { label: 'Two', columns: [] },
        ],
      })
      const tables = async () => (await alice().get(`tracker_reports/${body.id}/definition`)).body.tables
      await alice().put(`tracker_reports/${body.id}`, { label: 'Renamed' })
      const [one, two] = await tables()
      expect([one.label, two.label]).toEqual(['One', 'Two'])
      await alice().put(`tracker_reports/${body.id}`, { label: 'Renamed', tables: [two] })
      expect(await tables()).toEqual([two])
    })

    it('is gone for good once it is deleted', async () => {
      const { body } = await save({ tables: [{ columns: [bugs.title] }] })
      expect((await alice().delete(`tracker_reports/${body.id}`)).status).toBe(200)
      expect((await alice().get(`tracker_reports/${body.id}`)).status).toBe(404)
      expect((await alice().delete(`tracker_reports/${body.id}`)).status).toBe(404)
    })
  })

  describe('a report of the project', () => {
    it('is saved by administrators of the tracker and seen by all who see it', async () => {
      const { status, body } = await boss().post('tracker_reports', draft({ label: 'Ours', is_public: true }))
      expect(status).toBe(201)
      expect((await listed(server.as('bob'))).map(({ label }) => label)).toContain('Ours')
      expect((await foundBy(body.id, server.as('bob'))).length).toBe(2)
    })

    it('is the only default one when it says so', async () => {
      const first = await boss().post('tracker_reports', draft({ label: 'A', is_public: true, is_default: true }))
      const second = await boss().post('tracker_reports', draft({ label: 'B', is_public: true, is_default: true }))
      const defaults = async () => (await listed(boss())).filter((each) => each.is_default).map(({ id }) => id)
      expect(await defaults()).toEqual([second.body.id])
      await boss().put(`tracker_reports/${first.body.id}`, { label: 'A', is_public: true, is_default: true })
      expect(await defaults()).toEqual([first.body.id])
    })

    it('is made of one’s own by whoever may save both', async () => {
      const own = await boss().post('tracker_reports', draft({ label: 'For me' }))
      expect((await listed(server.as('bob'))).map(({ id }) => id)).not.toContain(own.body.id)
      await boss().put(`tracker_reports/${own.body.id}`, { label: 'For us', is_public: true })
      expect((await listed(server.as('bob'))).map(({ id }) => id)).toContain(own.body.id)
    })
  })

  describe('a report that is refused leaves all as it was:', () => {
    async function refused(work: () => Promise<{ status: number; body: unknown }>, status: number, text?: string) {
      const before = await server.rowCounts()
      const answer = await work()
      expect(answer.status).toBe(status)
      if (text !== undefined) expect(JSON.stringify(answer.body)).toContain(text)
      expect(await server.rowCounts()).toEqual(before)
    }

    it.each([
      ['without a label', { label: ' ' }, '`label`'],
      ['with an unknown field', { query: { nothing: 'x' } }, 'Following fields do not exist: nothing'],
      ['with a pattern that is not understood', { query: { title: '/(/' } }, 'at position 1'],
      ['with a value that the list has not', { query: { status: 999_999 } }, 'The value 999999 doesn'],
      ['with an unknown value after “None”', { query: { status: [100, 999_999] } }, 'The value 999999 doesn'],
      ['with a value that no list can have', { query: { status: '9'.repeat(30) } }, 'The value 999999'],
      ['with a query that cannot be read', { expert_query: 'title =' }, ''],
      ['with both', { query: { title: 'x' }, expert_query: "title = 'x'" }, 'not both'],
      ['as default of one user', { is_default: true }, 'Only a public report'],
      ['with a column that is not there', { tables: [{ columns: [4_000_000] }] }, 'Following fields do not exist'],
      ['with a table of another', { tables: [{ id: 1, columns: [] }] }, 'not found in the report'],
    ])('%s', async (_, more, text) => {
      await refused(() => save(more), 400, text)
    })

    it('with a comparison that criteria do not hold, which a query can say', async () => {
      const made = await boss().post(`projects/${bugs.project}/trackers`, {
        template: 'issue',
        name: 'Chores',
        item_name: 'chore',
      })
      const { body } = await boss().get(`trackers/${made.body.id}`)
      const date = body.fields.find((each: { type: string }) => each.type === 'date').name
      const chores = draft({ tracker: { id: made.body.id } })
      const query = { [date]: { operator: '>', value: '2026-01-01' } }
      await refused(() => boss().post('tracker_reports', { ...chores, query }), 400, 'Use `expert_query`')
      const said = { ...chores, expert_query: `${date} > '2026-01-01'` }
      expect((await boss().post('tracker_reports', said)).status).toBe(201)
    })

    it('of the project, by a member', async () => {
      await refused(() => save({ is_public: true }), 403)
      await refused(() => alice().put(`tracker_reports/${bugs.report}`, { label: 'Taken', is_public: true }), 403)
      await refused(() => alice().delete(`tracker_reports/${bugs.report}`), 403)
    })

    it('of somebody else, who is not told that it is there', async () => {
      const { body } = await save()
      await refused(() => server.as('bob').get(`tracker_reports/${body.id}/definition`), 404)
      await refused(() => boss().put(`tracker_reports/${body.id}`, { label: 'Taken' }), 404)
      await refused(() => boss().delete(`tracker_reports/${body.id}`), 404)
    })

    it('by strangers and visitors', async () => {
      await refused(() => server.as('stranger').post('tracker_reports', draft()), 403)
      await refused(() => server.as('visitor').post('tracker_reports', draft()), 401)
    })
  })

  it('races of two defaults leave one', async () => {
    const ids = await Promise.all(
      ['X', 'Y', 'Z'].map(async (label) => {
        const { body } = await boss().post('tracker_reports', draft({ label, is_public: true, is_default: true }))
        return body.id as number
      }),
    )
    const defaults = (await listed(boss())).filter((each) => each.is_default)
    expect(defaults).toHaveLength(1)
    expect(ids).toContain(defaults[0]?.id)
  })
})
