import { beforeAll, describe, expect, it } from 'vitest'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

type Entry = Readonly<Record<string, unknown>>

// Fields that hold texts, numbers, dates and steps, written and read on the wire (docs/api/field-values.md §3-3.5,
// §3.11-3.14).
onEachDatabase((dialect) =>
  describe('a value that is sent', () => {
    const server = createServer(dialect)
    let project: ProjectFixture

    beforeAll(async () => {
      const alice = await server.createUser('alice')
      const readOnly = { rights: { read: [1] } }
      project = await createProjectFixture(server, 'orchard', {
        members: [alice],
        trackers: () => [
          trackerDefinition('sheet', [
            fieldDefinition('string', 'line', { properties: { maxchars: 5 } }),
            fieldDefinition('text', 'story'),
            fieldDefinition('int', 'count'),
            fieldDefinition('float', 'ratio'),
            fieldDefinition('date', 'day'),
            fieldDefinition('date', 'minute', { properties: { display_time: 1 } }),
            fieldDefinition('computed', 'sum'),
            fieldDefinition('ttmstepdef', 'steps'),
            fieldDefinition('Encrypted', 'secret'),
            fieldDefinition('aid', 'id', readOnly),
            fieldDefinition('subon', 'born', readOnly),
            fieldDefinition('luby', 'changer', readOnly),
            fieldDefinition('burndown', 'chart', readOnly),
            fieldDefinition('ttmstepexec', 'runs'),
          ]),
        ],
      })
    })

    const id = (key: string) => Number(project.fields.get(key))
    const tracker = () => ({ id: Number(project.trackers.get('sheet')) })
    const create = (...values: readonly Entry[]) => server.as('alice').post('artifacts', { tracker: tracker(), values })
    const shownIn = async (artifact: number, key: string) => {
      const { body } = await server.as('alice').get(`artifacts/${artifact}`)
      return body.values.find(({ field_id }: { field_id: number }) => field_id === id(key))
    }

    it.each([
      { key: 'line', sent: { value: 'Crane' }, shown: { value: 'Crane' } },
      { key: 'line', sent: { value: '😀😀😀😀😀' }, shown: { value: '😀😀😀😀😀' } },
      {
        key: 'story',
        sent: { value: '<p>a\tb</p>', format: 'html' },
        shown: { value: '<p>a\tb</p>', format: 'html' },
      },
      {
        key: 'story',
        sent: { value: { content: '# md', format: 'markdown' } },
        shown: { value: '<h1>md</h1>\n', format: 'html', commonmark: '# md' },
      },
      { key: 'count', sent: { value: '12' }, shown: { value: 12 } },
      { key: 'count', sent: { value: Number.MAX_SAFE_INTEGER }, shown: { value: Number.MAX_SAFE_INTEGER } },
      { key: 'count', sent: { value: -Number.MAX_SAFE_INTEGER }, shown: { value: -Number.MAX_SAFE_INTEGER } },
      { key: 'count', sent: { value: '' }, shown: { value: null } },
      { key: 'ratio', sent: { value: '2.5' }, shown: { value: 2.5 } },
      { key: 'ratio', sent: { value: Number.MAX_VALUE }, shown: { value: Number.MAX_VALUE } },
      { key: 'ratio', sent: { value: Number.MIN_VALUE }, shown: { value: Number.MIN_VALUE } },
      { key: 'ratio', sent: { value: -0.1 }, shown: { value: -0.1 } },
      { key: 'day', sent: { value: '2026-03-31T23:30:00Z' }, shown: { value: '2026-04-01T00:00:00+02:00' } },
      { key: 'day', sent: { value: 'Wed, 1 Apr 2026 10:30:00 +0200' }, shown: { value: '2026-04-01T00:00:00+02:00' } },
      { key: 'day', sent: { value: '1000-01-01' }, shown: { value: expect.stringMatching(/^1000-01-01T00:00:00/) } },
      { key: 'day', sent: { value: '9999-12-31' }, shown: { value: '9999-12-31T00:00:00+01:00' } },
      { key: 'day', sent: { value: null }, shown: { value: null } },
      { key: 'minute', sent: { value: '2026-03-29 02:30:59' }, shown: { value: '2026-03-29T03:30:00+02:00' } },
      { key: 'sum', sent: { manual_value: '12.5' }, shown: { is_autocomputed: false, manual_value: 12.5 } },
      { key: 'sum', sent: { is_autocomputed: true }, shown: { is_autocomputed: true, manual_value: null } },
      {
        key: 'steps',
        sent: {
          value: [
            { description: 'Open', description_format: 'text', expected_results: '*', expected_results_format: 'text' },
            { description: ' ', description_format: 'text', expected_results: '', expected_results_format: 'text' },
          ],
        },
        shown: { value: [{ id: expect.any(Number), description: 'Open', expected_results: '*', rank: 1 }] },
      },
    ])('$sent for a field of type $key is shown', async ({ key, sent, shown }) => {
      const made = await create({ field_id: id(key), ...sent })
      expect(made.status, made.text).toBe(201)
      expect(await shownIn(made.body.id, key)).toMatchObject(shown)
      const { body: history } = await server.as('alice').get(`artifacts/${made.body.id}/changesets`)
      const told = history[0].values.find(({ field_id }: { field_id: number }) => field_id === id(key))
      expect(told).toMatchObject(shown)
      // Sent again it is no change.
      const version = (await server.as('alice').get(`artifacts/${made.body.id}`)).headers['etag']
      if (key === 'steps') return
      const again = await server
        .as('alice')
        .put(`artifacts/${made.body.id}`, { values: [{ field_id: id(key), ...sent }] })
      expect({ status: again.status, etag: again.headers['etag'] }).toStrictEqual({ status: 200, etag: version })
    })

    it.each([
      { key: 'line', sent: { value: 7 }, problem: 'line is not a string.' },
      { key: 'line', sent: { value: 'longer' }, problem: 'line can not contain more than 5 characters.' },
      { key: 'story', sent: { value: 7 }, problem: 'story is not a text.' },
      { key: 'count', sent: { value: 1.5 }, problem: 'count is not an integer.' },
      { key: 'count', sent: { value: 1e18 }, problem: 'count can not be further from zero than 9007199254740991.' },
      { key: 'ratio', sent: { value: '1e999' }, problem: 'ratio is not a float.' },
      {
        key: 'day',
        sent: { value: '29/02/2024' },
        problem: /^day is not a date: "29\/02\/2024"\. Expected YYYY-MM-DD, /,
      },
      { key: 'day', sent: { value: '2024-02-31' }, problem: /^day is not a date: "2024-02-31"\./ },
      { key: 'minute', sent: { value: 1_700_000_000 }, problem: /^minute is not a date: 1700000000\./ },
      { key: 'sum', sent: { manual_value: 'abc' }, problem: 'sum is not a float.' },
      { key: 'secret', sent: { value: 'x' }, problem: 'secret can not be encrypted: the tracker has no public key.' },
      { key: 'id', sent: { value: 5 }, problem: 'You are not allowed to update the field id.' },
      { key: 'chart', sent: { value: {} }, problem: 'You are not allowed to update the field chart.' },
      { key: 'runs', sent: { value: {} }, problem: 'You are not allowed to update the field runs.' },
    ])('$sent for a field of type $key is refused, and nothing changes', async ({ key, sent, problem }) => {
      const { body: old } = await create({ field_id: id('ratio'), value: 1 })
      const before = await server.rowCounts()
      // A field may be sent once only.
      const other = key === 'ratio' ? [] : [{ field_id: id('ratio'), value: 2 }]
      const values = [...other, { field_id: id(key), ...sent }]
      for (const [answer, level] of [
        [await server.as('alice').put(`artifacts/${old.id}`, { values }), ''],
        [await create(...values), 'error: '],
      ] as const) {
        expect(answer.status).toBe(400)
        const { message } = answer.body.error
        const head = `Bad Request: ${level}`
        expect(message.slice(0, head.length)).toBe(head)
        if (typeof problem === 'string') expect(message.slice(head.length)).toBe(`${problem}\n`)
        else expect(message.slice(head.length)).toMatch(problem)
      }
      expect(await server.rowCounts()).toStrictEqual(before)
      expect(await shownIn(old.id, 'ratio')).toMatchObject({ value: 1 })
    })

    it.each([
      { key: 'line', sent: {}, text: 'Expected format for field FIELD : {"field_id" : 15458, "value" : some_value' },
      { key: 'id', sent: {}, text: 'Expected format for field FIELD : {"field_id" : 15458, "value" : some_value' },
      {
        key: 'sum',
        sent: { value: 5 },
        text: 'Expected format for a computed field  : {"field_id" : 15458, "manual_value" : 12} or {"field_id" : 15458, "is_autocomputed" : true}',
      },
      {
        key: 'steps',
        sent: { value: 'x' },
        text: 'The value of step definition is expected to be an array, got array',
      },
    ])('$sent for a field of type $key ends the request', async ({ key, sent, text }) => {
      const before = await server.rowCounts()
      const answer = await create({ field_id: id('count'), value: 'no number' }, { field_id: id(key), ...sent })
      expect(answer.status).toBe(400)
      expect(answer.body.error.message).toBe(`Bad Request: ${text.replace('FIELD', `${id(key)}`)}`)
      expect(await server.rowCounts()).toStrictEqual(before)
    })

    it('may come with what the system sets, and with null for what nobody touched', async () => {
      const { body: made } = await create(
        { field_id: id('ratio'), value: 1 },
        { field_id: id('born'), value: '2001-01-01' },
      )
      const answer = await server.as('alice').put(`artifacts/${made.id}`, {
        values: [
          ...['line', 'story', 'count', 'ratio', 'sum', 'steps', 'secret', 'id', 'chart'].map((key) => ({
            field_id: id(key),
            value: null,
          })),
          { field_id: id('changer'), value: { id: 101 } },
        ],
      })
      expect(answer.status).toBe(200)
      expect(await shownIn(made.id, 'ratio')).toMatchObject({ value: 1 })
      expect((await server.as('alice').get(`artifacts/${made.id}/changesets`)).body).toHaveLength(1)
    })

    it('may come as XML, where numbers are text and text is text', async () => {
      const body = `<request><tracker><id>${tracker().id}</id></tracker><values>
        <item><field_id>${id('line')}</field_id><value>007</value></item>
        <item><field_id>${id('count')}</field_id><value> 12 </value></item>
        <item><field_id>${id('ratio')}</field_id><value>1e-3</value></item>
        <item><field_id>${id('day')}</field_id><value>2026-04-01</value></item>
        <item><field_id>${id('story')}</field_id><value><content><![CDATA[<p>x</p>]]></content><format>html</format></value></item>
        </values></request>`
      const headers = { 'content-type': 'application/xml' }
      const made = await server.as('alice').post('artifacts', body, { headers })
      expect(made.status, made.text).toBe(201)
      for (const [key, value] of [
        ['line', '007'],
        ['count', 12],
        ['ratio', 0.001],
        ['day', '2026-04-01T00:00:00+02:00'],
        ['story', '<p>x</p>'],
      ] as const)
        expect(await shownIn(made.body.id, key)).toMatchObject({ value })
    })
  }),
)
