import { beforeAll, describe, expect, it } from 'vitest'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

type Entry = Readonly<Record<string, unknown>>

// Fields that hold texts, numbers, dates and steps, written and read on the wire (docs/api/field-values.md §3-3.5,
// §3.11-3.14).
onEachDatabase((dialect) =>
  describe('a submitted value', () => {
    const server = createServer(dialect)
    let project: ProjectFixture

    beforeAll(async () => {
      const alice = await server.createUser('alice')
      const readOnly = { rights: { read: [1] } }
      project = await createProjectFixture(server, 'orchard', {
        members: [alice],
        trackers: () => [
          createTrackerDefinition('sheet', [
            createFieldDefinition('string', 'line', { properties: { maxchars: 5 } }),
            createFieldDefinition('text', 'story'),
            createFieldDefinition('int', 'count'),
            createFieldDefinition('float', 'ratio'),
            createFieldDefinition('date', 'day'),
            createFieldDefinition('date', 'minute', { properties: { display_time: 1 } }),
            createFieldDefinition('computed', 'sum'),
            createFieldDefinition('ttmstepdef', 'steps'),
            createFieldDefinition('Encrypted', 'secret'),
            createFieldDefinition('aid', 'id', readOnly),
            createFieldDefinition('subon', 'born', readOnly),
            createFieldDefinition('luby', 'changer', readOnly),
            createFieldDefinition('burndown', 'chart', readOnly),
            createFieldDefinition('ttmstepexec', 'runs'),
          ]),
        ],
      })
    })

    const id = (key: string) => Number(project.fields.get(key))
    const tracker = () => ({ id: Number(project.trackers.get('sheet')) })
    const create = (...values: readonly Entry[]) => server.as('alice').post('artifacts', { tracker: tracker(), values })
    const readValue = async (artifact: number, key: string) => {
      const { body } = await server.as('alice').get(`artifacts/${artifact}`)
      return body.values.find(({ field_id }: { field_id: number }) => field_id === id(key))
    }

    it.each([
      { key: 'line', input: { value: 'Crane' }, expected: { value: 'Crane' } },
      { key: 'line', input: { value: '😀😀😀😀😀' }, expected: { value: '😀😀😀😀😀' } },
      {
        key: 'story',
        input: { value: '<p>a\tb</p>', format: 'html' },
        expected: { value: '<p>a\tb</p>', format: 'html' },
      },
      {
        key: 'story',
        input: { value: { content: '# md', format: 'markdown' } },
        expected: { value: '<h1>md</h1>\n', format: 'html', commonmark: '# md' },
      },
      { key: 'count', input: { value: '12' }, expected: { value: 12 } },
      { key: 'count', input: { value: Number.MAX_SAFE_INTEGER }, expected: { value: Number.MAX_SAFE_INTEGER } },
      { key: 'count', input: { value: -Number.MAX_SAFE_INTEGER }, expected: { value: -Number.MAX_SAFE_INTEGER } },
      { key: 'count', input: { value: '' }, expected: { value: null } },
      { key: 'ratio', input: { value: '2.5' }, expected: { value: 2.5 } },
      { key: 'ratio', input: { value: Number.MAX_VALUE }, expected: { value: Number.MAX_VALUE } },
      { key: 'ratio', input: { value: Number.MIN_VALUE }, expected: { value: Number.MIN_VALUE } },
      { key: 'ratio', input: { value: -0.1 }, expected: { value: -0.1 } },
      { key: 'day', input: { value: '2026-03-31T23:30:00Z' }, expected: { value: '2026-04-01T00:00:00+02:00' } },
      {
        key: 'day',
        input: { value: 'Wed, 1 Apr 2026 10:30:00 +0200' },
        expected: { value: '2026-04-01T00:00:00+02:00' },
      },
      {
        key: 'day',
        input: { value: '1000-01-01' },
        expected: { value: expect.stringMatching(/^1000-01-01T00:00:00/) },
      },
      { key: 'day', input: { value: '9999-12-31' }, expected: { value: '9999-12-31T00:00:00+01:00' } },
      { key: 'day', input: { value: null }, expected: { value: null } },
      { key: 'minute', input: { value: '2026-03-29 02:30:59' }, expected: { value: '2026-03-29T03:30:00+02:00' } },
      { key: 'sum', input: { manual_value: '12.5' }, expected: { is_autocomputed: false, manual_value: 12.5 } },
      { key: 'sum', input: { is_autocomputed: true }, expected: { is_autocomputed: true, manual_value: null } },
      {
        key: 'steps',
        input: {
          value: [
            { description: 'Open', description_format: 'text', expected_results: '*', expected_results_format: 'text' },
            { description: ' ', description_format: 'text', expected_results: '', expected_results_format: 'text' },
          ],
        },
        expected: { value: [{ id: expect.any(Number), description: 'Open', expected_results: '*', rank: 1 }] },
      },
    ])('$input for a field of type $key is stored and returned', async ({ key, input, expected }) => {
      const created = await create({ field_id: id(key), ...input })
      expect(created.status, created.text).toBe(201)
      expect(await readValue(created.body.id, key)).toMatchObject(expected)
      const { body: history } = await server.as('alice').get(`artifacts/${created.body.id}/changesets`)
      const historyValue = history[0].values.find(({ field_id }: { field_id: number }) => field_id === id(key))
      expect(historyValue).toMatchObject(expected)
      // Sending the same value again is no change.
      const version = (await server.as('alice').get(`artifacts/${created.body.id}`)).headers['etag']
      if (key === 'steps') return
      const repeated = await server
        .as('alice')
        .put(`artifacts/${created.body.id}`, { values: [{ field_id: id(key), ...input }] })
      expect({ status: repeated.status, etag: repeated.headers['etag'] }).toStrictEqual({ status: 200, etag: version })
    })

    it.each([
      { key: 'line', input: { value: 7 }, problem: 'line is not a string.' },
      { key: 'line', input: { value: 'longer' }, problem: 'line can not contain more than 5 characters.' },
      { key: 'story', input: { value: 7 }, problem: 'story is not a text.' },
      { key: 'count', input: { value: 1.5 }, problem: 'count is not an integer.' },
      { key: 'count', input: { value: 1e18 }, problem: 'count can not be further from zero than 9007199254740991.' },
      { key: 'ratio', input: { value: '1e999' }, problem: 'ratio is not a float.' },
      {
        key: 'day',
        input: { value: '29/02/2024' },
        problem: /^day is not a date: "29\/02\/2024"\. Expected YYYY-MM-DD, /,
      },
      { key: 'day', input: { value: '2024-02-31' }, problem: /^day is not a date: "2024-02-31"\./ },
      { key: 'minute', input: { value: 1_700_000_000 }, problem: /^minute is not a date: 1700000000\./ },
      { key: 'sum', input: { manual_value: 'abc' }, problem: 'sum is not a float.' },
      { key: 'secret', input: { value: 'x' }, problem: 'secret can not be encrypted: the tracker has no public key.' },
      { key: 'id', input: { value: 5 }, problem: 'You are not allowed to update the field id.' },
      { key: 'chart', input: { value: {} }, problem: 'You are not allowed to update the field chart.' },
      { key: 'runs', input: { value: {} }, problem: 'You are not allowed to update the field runs.' },
    ])('$input for a field of type $key is rejected, and nothing changes', async ({ key, input, problem }) => {
      const { body: old } = await create({ field_id: id('ratio'), value: 1 })
      const before = await server.rowCounts()
      // A request can contain each field only once.
      const other = key === 'ratio' ? [] : [{ field_id: id('ratio'), value: 2 }]
      const values = [...other, { field_id: id(key), ...input }]
      for (const [response, level] of [
        [await server.as('alice').put(`artifacts/${old.id}`, { values }), ''],
        [await create(...values), 'error: '],
      ] as const) {
        expect(response.status).toBe(400)
        const { message } = response.body.error
        const head = `Bad Request: ${level}`
        expect(message.slice(0, head.length)).toBe(head)
        if (typeof problem === 'string') expect(message.slice(head.length)).toBe(`${problem}\n`)
        else expect(message.slice(head.length)).toMatch(problem)
      }
      expect(await server.rowCounts()).toStrictEqual(before)
      expect(await readValue(old.id, 'ratio')).toMatchObject({ value: 1 })
    })

    it.each([
      { key: 'line', input: {}, text: 'Expected format for field FIELD : {"field_id" : 15458, "value" : some_value' },
      { key: 'id', input: {}, text: 'Expected format for field FIELD : {"field_id" : 15458, "value" : some_value' },
      {
        key: 'sum',
        input: { value: 5 },
        text: 'Expected format for a computed field  : {"field_id" : 15458, "manual_value" : 12} or {"field_id" : 15458, "is_autocomputed" : true}',
      },
      {
        key: 'steps',
        input: { value: 'x' },
        text: 'The value of step definition is expected to be an array, got array',
      },
    ])(
      '$input for a field of type $key rejects the request before other fields are validated',
      async ({ key, input, text }) => {
        const before = await server.rowCounts()
        const response = await create({ field_id: id('count'), value: 'no number' }, { field_id: id(key), ...input })
        expect(response.status).toBe(400)
        expect(response.body.error.message).toBe(`Bad Request: ${text.replace('FIELD', `${id(key)}`)}`)
        expect(await server.rowCounts()).toStrictEqual(before)
      },
    )

    it('can be null, and read-only system fields are ignored', async () => {
      const { body: created } = await create(
        { field_id: id('ratio'), value: 1 },
        { field_id: id('born'), value: '2001-01-01' },
      )
      const response = await server.as('alice').put(`artifacts/${created.id}`, {
        values: [
          ...['line', 'story', 'count', 'ratio', 'sum', 'steps', 'secret', 'id', 'chart'].map((key) => ({
            field_id: id(key),
            value: null,
          })),
          { field_id: id('changer'), value: { id: 101 } },
        ],
      })
      expect(response.status).toBe(200)
      expect(await readValue(created.id, 'ratio')).toMatchObject({ value: 1 })
      expect((await server.as('alice').get(`artifacts/${created.id}/changesets`)).body).toHaveLength(1)
    })

    it('can be sent as XML, where numbers are converted and text is not', async () => {
      const body = `<request><tracker><id>${tracker().id}</id></tracker><values>
        <item><field_id>${id('line')}</field_id><value>007</value></item>
        <item><field_id>${id('count')}</field_id><value> 12 </value></item>
        <item><field_id>${id('ratio')}</field_id><value>1e-3</value></item>
        <item><field_id>${id('day')}</field_id><value>2026-04-01</value></item>
        <item><field_id>${id('story')}</field_id><value><content><![CDATA[<p>x</p>]]></content><format>html</format></value></item>
        </values></request>`
      const headers = { 'content-type': 'application/xml' }
      const created = await server.as('alice').post('artifacts', body, { headers })
      expect(created.status, created.text).toBe(201)
      for (const [key, value] of [
        ['line', '007'],
        ['count', 12],
        ['ratio', 0.001],
        ['day', '2026-04-01T00:00:00+02:00'],
        ['story', '<p>x</p>'],
      ] as const)
        expect(await readValue(created.body.id, key)).toMatchObject({ value })
    })
  }),
)
