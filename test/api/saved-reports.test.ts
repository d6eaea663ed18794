import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '../../src/kit/values/ids.ts'
import { type BugProject, createBugProject } from '../kit/bug-tracker-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

/** A Tulipwood extension: docs/decisions/0021-reject-unknown-filters.md. */
onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let bugs: BugProject
  let loud: number
  let quiet: number
  const alice = () => server.as('alice')
  const boss = () => server.as('boss')

  beforeAll(async () => {
    const users: Record<string, UserId> = {}
    for (const name of ['alice', 'bob', 'boss', 'stranger']) users[name] = await server.createUser(name)
    const { alice: a, bob: b, boss: c } = users
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
  const resultsOf = async (id: number, as = alice()) =>
    (await as.get(`tracker_reports/${id}/artifacts`)).body.map((each: { id: number }) => each.id)
  const listReports = async (as = alice()) =>
    (await as.get(`trackers/${bugs.tracker}/tracker_reports?limit=100`)).body as {
      id: number
      label: string
      is_default: boolean
    }[]

  describe('a saved report', () => {
    it('applies its filter for a text and for list values', async () => {
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
      expect(await resultsOf(body.id)).toEqual([loud])
    })

    it('accepts field names regardless of case and accents, as filters do', async () => {
      const tables = [{ label: 'Table', columns: ['TITLE', 'title'], sort: [{ field_id: 'Títle', direction: 'asc' }] }]
      const { status, body, text } = await save({ query: { TITLE: 'loud' }, tables })
      expect(status, text).toBe(201)
      expect(await resultsOf(body.id)).toEqual([loud])
    })

    it('is rejected with a criterion that would be ignored', async () => {
      const json = `{"tracker":{"id":${bugs.tracker}},"label":"All","query":{"__proto__":1}}`
      const { status, body } = await alice().post('tracker_reports', json, {
        headers: { 'content-type': 'application/json' },
      })
      expect([status, body.error.message]).toEqual([
        400,
        'Bad Request: Invalid value specified for `query[__proto__]`. This name is not allowed.',
      ])
    })

    it('applies its pattern', async () => {
      const { body } = await save({ query: { title: '/^the (pump|pipe).*d$/' } })
      expect(await resultsOf(body.id)).toEqual([loud])
      const negated = await save({ query: { title: '!/pump/' } })
      expect(await resultsOf(negated.body.id)).toEqual([quiet])
    })

    it('applies its expert query', async () => {
      const { body } = await save({ expert_query: "title = 'quiet'" })
      expect(await resultsOf(body.id)).toEqual([quiet])
    })

    it('returns the saved definition, which can be saved unchanged', async () => {
      const table = {
        label: 'Brief',
        columns: ['title', bugs.status],
        sort: [{ field_id: 'title', direction: 'desc' }],
      }
      const { body } = await save({ query: { status: bugs.open }, description: 'For mornings', tables: [table] })
      const definition = (await alice().get(`tracker_reports/${body.id}/definition`)).body
      expect(definition).toEqual({
        id: body.id,
        tracker_id: bugs.tracker,
        label: 'Mine',
        description: 'For mornings',
        is_public: false,
        is_default: false,
        expert_query: null,
        query: { [bugs.status]: { operator: 'contains', value: [bugs.open] } },
        tables: [
          {
            id: definition.tables[0].id,
            label: 'Brief',
            columns: [bugs.title, bugs.status],
            sort: [{ field_id: bugs.title, direction: 'desc' }],
          },
        ],
      })
      expect((await alice().put(`tracker_reports/${body.id}`, definition)).status).toBe(200)
      expect((await alice().get(`tracker_reports/${body.id}/definition`)).body).toEqual(definition)
    })

    it('returns the columns of its table', async () => {
      const { body } = await save({ tables: [{ columns: [bugs.title] }] })
      const { body: artifacts } = await alice().get(
        `tracker_reports/${body.id}/artifacts?values=from_table_renderer&limit=1`,
      )
      expect(artifacts[0].values.map((each: { field_id: number }) => each.field_id)).toEqual([bugs.title])
    })

    it('keeps its tables when a change omits them all, and deletes those that the change leaves out', async () => {
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

    it('is removed when it is deleted', async () => {
      const { body } = await save({ tables: [{ columns: [bugs.title] }] })
      expect((await alice().delete(`tracker_reports/${body.id}`)).status).toBe(200)
      expect((await alice().get(`tracker_reports/${body.id}`)).status).toBe(404)
      expect((await alice().delete(`tracker_reports/${body.id}`)).status).toBe(404)
    })
  })

  describe('a list of reports with their definitions', () => {
    const list = (query: string, as = alice()) => as.get(`trackers/${bugs.tracker}/tracker_reports?${query}`)

    it('has the definition of each report as the report itself returns it, and the same members as without', async () => {
      const tables = [{ label: 'Table', columns: ['title'], sort: [] }]
      const saved = await Promise.all([
        save({ label: 'With a table', tables, query: { title: 'pump' } }),
        save({ label: 'With an expert query', expert_query: "title = 'valve'" }),
      ])
      const { status, body } = await list('limit=50&include=definition')
      expect(status).toBe(200)
      for (const { id } of saved.map((each) => each.body)) {
        const { definition, ...report } = body.find((each: { id: number }) => each.id === id)
        expect(definition).toEqual((await alice().get(`tracker_reports/${id}/definition`)).body)
        expect((await list('limit=50')).body).toContainEqual(report)
      }
    })

    it('has the definitions of the reports that the caller sees only', async () => {
      const { body: own } = await save({ label: 'Hidden from others' })
      const { body } = await list('limit=50&include=definition', server.as('bob'))
      expect(body.map(({ id }: { id: number }) => id)).not.toContain(own.id)
      expect((await list('limit=50&include=definition', server.as('stranger'))).status).toBe(403)
    })

    it.each(['limit=51&include=definition', 'include=definition,rows', 'include=Definition'])(
      'is rejected with %s',
      async (query) => expect((await list(query)).status).toBe(400),
    )
  })

  describe('a public report', () => {
    it('is saved by tracker administrators and visible to every user who sees the tracker', async () => {
      const { status, body } = await boss().post('tracker_reports', draft({ label: 'Ours', is_public: true }))
      expect(status).toBe(201)
      expect((await listReports(server.as('bob'))).map(({ label }) => label)).toContain('Ours')
      expect((await resultsOf(body.id, server.as('bob'))).length).toBe(2)
    })

    it('is the only default report when it is set as default', async () => {
      const first = await boss().post('tracker_reports', draft({ label: 'A', is_public: true, is_default: true }))
      const second = await boss().post('tracker_reports', draft({ label: 'B', is_public: true, is_default: true }))
      const defaults = async () => (await listReports(boss())).filter((each) => each.is_default).map(({ id }) => id)
      expect(await defaults()).toEqual([second.body.id])
      await boss().put(`tracker_reports/${first.body.id}`, { label: 'A', is_public: true, is_default: true })
      expect(await defaults()).toEqual([first.body.id])
    })

    it('comes with the tracker as the default, unless the caller chose all artifacts', async () => {
      const read = async (login: string) =>
        (await server.as(login).get(`trackers/${bugs.tracker}?include=default_report`)).body
      const { default_report: before, ...rest } = await read('bob')
      if (before !== null) await boss().delete(`tracker_reports/${before.id}`)
      expect((await read('bob')).default_report).toBeNull()
      expect(rest).toEqual((await server.as('bob').get(`trackers/${bugs.tracker}`)).body)
      const tables = [{ label: 'Brief', columns: ['title'], sort: [] }]
      const usual = draft({ label: 'Usual', is_public: true, is_default: true, query: { title: 'loud' }, tables })
      const { id } = (await boss().post('tracker_reports', usual)).body
      const definition = (await boss().get(`tracker_reports/${id}/definition`)).body
      for (const login of ['alice', 'bob', 'boss', 'admin'])
        expect((await read(login)).default_report).toEqual(definition)
      expect(
        (await server.as('bob').get(`trackers/${bugs.tracker}?include=columns`)).body.default_report,
      ).toBeUndefined()
      const preference = { key: `tracker_report_${bugs.tracker}`, value: 'all' }
      await server.as('bob').patch('users/self/preferences', preference)
      expect((await read('bob')).default_report).toBeNull()
      expect((await read('alice')).default_report).toEqual(definition)
      const both = (await server.as('bob').get(`trackers/${bugs.tracker}?include=columns,default_report`)).body
      expect([both.columns, both.default_report]).toEqual([null, null])
      await server.as('bob').delete(`users/self/preferences?key=${preference.key}`)
      expect((await read('bob')).default_report).toEqual(definition)
      expect((await server.as('stranger').get(`trackers/${bugs.tracker}?include=default_report`)).status).toBe(403)
      expect((await server.as('visitor').get(`trackers/${bugs.tracker}?include=default_report`)).status).toBe(401)
    })

    it('can be created from a private report by a user who may save both', async () => {
      const privateReport = await boss().post('tracker_reports', draft({ label: 'For me' }))
      expect((await listReports(server.as('bob'))).map(({ id }) => id)).not.toContain(privateReport.body.id)
      await boss().put(`tracker_reports/${privateReport.body.id}`, { label: 'For us', is_public: true })
      expect((await listReports(server.as('bob'))).map(({ id }) => id)).toContain(privateReport.body.id)
    })
  })

  describe('a rejected report changes nothing:', () => {
    async function expectRejected(
      work: () => Promise<{ status: number; body: unknown }>,
      status: number,
      text?: string,
    ) {
      const before = await server.rowCounts()
      const response = await work()
      expect(response.status).toBe(status)
      if (text !== undefined) expect(JSON.stringify(response.body)).toContain(text)
      expect(await server.rowCounts()).toEqual(before)
    }

    it.each([
      ['without a label', { label: ' ' }, '`label`'],
      ['with an unknown field', { query: { nothing: 'x' } }, 'Following fields do not exist: nothing'],
      ['with an invalid pattern', { query: { title: '/(/' } }, 'at position 1'],
      ['with a value that is not in the list', { query: { status: 999_999 } }, 'The value 999999 doesn'],
      ['with an unknown value after “None”', { query: { status: [100, 999_999] } }, 'The value 999999 doesn'],
      ['with a value that exceeds every list', { query: { status: '9'.repeat(30) } }, 'The value 999999'],
      ['with an invalid expert query', { expert_query: 'title =' }, ''],
      ['with a filter and an expert query', { query: { title: 'x' }, expert_query: "title = 'x'" }, 'not both'],
      ['as default of one user', { is_default: true }, 'Only a public report'],
      ['with an unknown column', { tables: [{ columns: [4_000_000] }] }, 'Following fields do not exist'],
      ['with a table of another report', { tables: [{ id: 1, columns: [] }] }, 'not found in the report'],
    ])('%s', async (_, more, text) => {
      await expectRejected(() => save(more), 400, text)
    })

    it('with an operator that only an expert query supports', async () => {
      const created = await boss().post(`projects/${bugs.project}/trackers`, {
        template: 'issue',
        name: 'Chores',
        item_name: 'chore',
      })
      const { body } = await boss().get(`trackers/${created.body.id}`)
      const date = body.fields.find((each: { type: string }) => each.type === 'date').name
      const chores = draft({ tracker: { id: created.body.id } })
      const query = { [date]: { operator: '>', value: '2026-01-01' } }
      await expectRejected(() => boss().post('tracker_reports', { ...chores, query }), 400, 'Use `expert_query`')
      const withExpertQuery = { ...chores, expert_query: `${date} > '2026-01-01'` }
      expect((await boss().post('tracker_reports', withExpertQuery)).status).toBe(201)
    })

    it('with a table that is listed twice', async () => {
      const created = await save({ tables: [{ label: 'One', columns: ['title'] }] })
      const { tables } = (await alice().get(`tracker_reports/${created.body.id}/definition`)).body
      const more = { tables: [tables[0], tables[0]] }
      const { tracker: _, ...rest } = draft(more)
      await expectRejected(() => alice().put(`tracker_reports/${created.body.id}`, rest), 400, 'listed more than once')
    })

    it('a public report of a member', async () => {
      await expectRejected(() => save({ is_public: true }), 403)
      await expectRejected(
        () => alice().put(`tracker_reports/${bugs.report}`, { label: 'Taken', is_public: true }),
        403,
      )
      await expectRejected(() => alice().delete(`tracker_reports/${bugs.report}`), 403)
    })

    it('a private report of another user, for which it returns 404', async () => {
      const { body } = await save()
      await expectRejected(() => server.as('bob').get(`tracker_reports/${body.id}/definition`), 404)
      await expectRejected(() => boss().put(`tracker_reports/${body.id}`, { label: 'Taken' }), 404)
      await expectRejected(() => boss().delete(`tracker_reports/${body.id}`), 404)
    })

    it('a report of users who do not see the tracker', async () => {
      await expectRejected(() => server.as('stranger').post('tracker_reports', draft()), 403)
      await expectRejected(() => server.as('visitor').post('tracker_reports', draft()), 401)
    })
  })

  it('concurrent changes leave one default report', async () => {
    const ids = await Promise.all(
      ['X', 'Y', 'Z'].map(async (label) => {
        const { body } = await boss().post('tracker_reports', draft({ label, is_public: true, is_default: true }))
        return body.id as number
      }),
    )
    const defaults = (await listReports(boss())).filter((each) => each.is_default)
    expect(defaults).toHaveLength(1)
    expect(ids).toContain(defaults[0]?.id)
  })
})
