import { beforeAll, describe, expect, it } from 'vitest'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
} from '../kit/project-fixture.ts'
import { createSearchFixture, type SearchFixture } from '../kit/search-fixture.ts'
import { alwaysOnEachDatabase, createServer, type TestServer } from '../kit/server.ts'

type FixtureValue<T> = T | ((fixture: SearchFixture) => T)
type CriterionInput =
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | Readonly<Record<string, unknown>>
  | ((fixture: SearchFixture) => unknown)
const all = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let fixture: SearchFixture
  beforeAll(async () => {
    fixture = await createSearchFixture(server, 'filters')
  })

  const resolve = <T>(value: FixtureValue<T>): T =>
    typeof value === 'function' ? (value as (fixture: SearchFixture) => T)(fixture) : value
  const path = (query = '') => `trackers/${fixture.tracker}/artifacts?limit=50${query}`
  const filterParam = (filter: unknown) => `&query=${encodeURIComponent(JSON.stringify(filter))}`
  const namesIn = (body: any): string[] =>
    body.map(({ id }: { id: number }) => Object.keys(fixture.ids).find((name) => fixture.ids[name] === id))
  const search = async (filter: unknown, caller = 'boss') => {
    const { status, body, headers, text } = await server.as(caller).get(path(filterParam(filter)))
    expect([status, text]).toEqual([200, expect.anything()])
    expect(headers['x-pagination-size']).toBe(`${body.length}`)
    return namesIn(body)
  }

  describe('GET /trackers/{id}/artifacts?query=', () => {
    it.each<[string, CriterionInput, readonly string[]]>([
      // Texts: every word anywhere, without case and accents.
      ['title', 'alpha', ['alpha']],
      ['title', 'uber ALPH', ['alpha']],
      ['title', 'alpha beta', []],
      ['title', '100%_!', ['beta']],
      ['title', '%', ['beta']],
      ['title', '_', ['beta']],
      ['title', { operator: 'contains', value: 'ta' }, ['beta', 'delta', 'zeta']],
      ['title', 100, ['beta']],
      ['title', '', all],
      ['title', '   ', all],
      ['title', '(closed', ['zeta']],
      ['title', '"', []],
      ['title', "'", []],
      ['title', '/', []],
      ['title', '漢', []],
      ['text', 'first line', ['alpha']],
      ['text', 'b', []],
      ['text', '<b>', []],
      ['text', 'second', ['beta']],
      // Patterns of texts: without case and accents.
      ['title', '/^Al/', ['alpha']],
      ['title', '/ÜBER$/', ['alpha']],
      ['title', '/alpha|gam+a/', ['alpha', 'gamma']],
      ['title', '/^.{5}$/', ['gamma', 'delta']],
      ['title', '/(et|elt|zet)a\\b/', ['beta', 'delta', 'zeta']],
      ['title', '/\\(c[^)]*\\)/', ['zeta']],
      ['title', '/\\d{3}%/', ['beta']],
      ['title', '!/a/', ['epsilon']],
      ['title', '!/^[a-d]/', ['gamma', 'epsilon', 'zeta']],
      ['title', { operator: 'contains', value: '/^z/' }, ['zeta']],
      ['title', '/nowhere to be found/', []],
      ['title', '//', []],
      ['title', '!/', []],
      ['text', '/^first\\s+line$/', ['alpha']],
      ['text', '/d.l/', []],
      ['text', '/d\\nl/', ['beta']],
      ['text', '/line/', ['alpha', 'beta']],
      // A field without a value does not match; with negation it matches.
      ['text', '/^/', ['alpha', 'beta']],
      ['text', '!/first/', ['beta', 'gamma', 'delta', 'epsilon', 'zeta']],
      // Patterns match the digits of numbers, too.
      ['count', '/^[34]/', ['alpha', 'gamma', 'zeta']],
      ['count', '/^-/', ['beta']],
      ['count', '!/3/', ['beta', 'gamma', 'delta', 'epsilon']],
      ['ratio', '/\\.5$/', ['alpha']],
      ['id', ({ ids }) => `/^(${ids['gamma']}|${ids['zeta']})$/`, ['gamma', 'zeta']],
      ['id', ({ ids }) => `!/^${ids['beta']}$/`, ['alpha', 'gamma', 'delta', 'epsilon', 'zeta']],
      ['number', '/^[1-3]$/', ['alpha', 'beta', 'gamma']],
      ['rank', '/\\D/', []],
      // Numbers.
      ['count', 3, ['alpha', 'zeta']],
      ['count', '3', ['alpha', 'zeta']],
      ['count', ' 3 ', ['alpha', 'zeta']],
      ['count', '>3', ['gamma']],
      ['count', '>=3', ['alpha', 'gamma', 'zeta']],
      ['count', '<3', ['beta']],
      ['count', '<= 3', ['alpha', 'beta', 'zeta']],
      ['count', '=3', ['alpha', 'zeta']],
      ['count', '3-40', ['alpha', 'gamma', 'zeta']],
      ['count', '-7 - 3', ['alpha', 'beta', 'zeta']],
      ['count', '40-3', []],
      ['count', '', all],
      ['ratio', 0.5, ['alpha']],
      ['ratio', '>0.5', ['beta']],
      ['ratio', '0.5-1.25', ['alpha', 'beta']],
      // Fields of the artifact.
      ['id', ({ ids }) => ids['gamma'], ['gamma']],
      ['id', ({ ids }) => `>=${ids['delta']}`, ['delta', 'epsilon', 'zeta']],
      ['id', ({ ids }) => `>${Number(ids['delta']) + 0.5}`, ['epsilon', 'zeta']],
      ['id', 99_999_999_999, []],
      ['id', '9'.repeat(40), []],
      ['id', `<${'9'.repeat(400)}`, all],
      ['number', 2, ['beta']],
      ['number', '1-2', ['alpha', 'beta']],
      ['rank', '<0', []],
      // Lists.
      ['status', ({ value }) => value('Open'), ['alpha']],
      ['status', ({ value }) => `${value('Open')}`, ['alpha']],
      ['status', ({ value }) => [value('Open'), `${value('Closed')}`], ['alpha', 'beta']],
      ['status', 100, ['delta', 'epsilon', 'zeta']],
      ['status', ({ value }) => [100, value('Open')], ['alpha', 'delta', 'epsilon', 'zeta']],
      ['status', [], all],
      ['status', '', all],
      ['colours', ({ value }) => value('Blue'), ['alpha']],
      ['colours', ({ value }) => [value('Blue'), value('Green')], ['alpha', 'beta']],
      ['people', () => server.idOf('bob'), ['alpha', 'beta']],
      ['people', () => [server.idOf('alice')], ['alpha']],
      ['people', 99_999_999_999, []],
      // Unknown ids match nothing and are no error; known ids next to them still match.
      ['status', 99_999_999_999_999, []],
      ['status', '9'.repeat(400), []],
      ['status', 1e300, []],
      ['status', ({ value }) => value('Red'), []],
      ['status', ({ value }) => [value('Open'), 99_999_999_999_999, '9'.repeat(30)], ['alpha']],
      ['people', '9'.repeat(30), []],
      ['people', 1e30, []],
      ['tags', 1e30, []],
      ['tags', ['9'.repeat(30)], []],
      ['tags', [`o${'9'.repeat(30)}`], []],
      ['by', '9'.repeat(30), []],
      ['by', [1e30], []],
      ['mentions', '9'.repeat(30), []],
      ['links', '9'.repeat(30), []],
      // Field names are compared without case and accents.
      ['Title', 'alpha', ['alpha']],
      ['LAST_BY', () => `${server.idOf('bob')}`, ['beta']],
      ['títle', 'alpha', ['alpha']],
      ['people', 100, ['gamma', 'delta', 'epsilon', 'zeta']],
      // Open lists.
      ['tags', ({ value }) => value('bound'), ['alpha']],
      ['tags', ({ value }) => [`b${value('bound')}`], ['alpha']],
      ['tags', ({ openValue }) => [`o${openValue('Other')}`], ['beta']],
      ['tags', ({ value, openValue }) => [value('bound'), `o${openValue('Other')}`], ['alpha', 'beta']],
      ['tags', ['o999999999999999'], []],
      // Users, files, and links.
      ['by', () => server.idOf('alice'), ['alpha', 'gamma']],
      ['by', () => [server.idOf('alice'), server.idOf('bob')], ['alpha', 'beta', 'gamma']],
      ['by', 987_654_321_012, []],
      ['last_by', () => `${server.idOf('bob')}`, ['beta']],
      ['files', 'creme BRULEE', ['alpha']],
      ['files', 'dessert', ['alpha']],
      ['files', 'ca va', ['beta']],
      ['files', 'png a', []],
      ['files', '%', []],
      ['files', '', all],
      ['links', ({ ids }) => ids['beta'], ['alpha']],
      ['links', ({ ids }) => `${ids['secret']}`, ['alpha', 'gamma']],
      ['links', ({ ids }) => `>${ids['epsilon']}`, ['alpha', 'gamma']],
      ['links', 999_999_999_999, []],
      ['mentions', ({ ids }) => ids['beta'], ['alpha']],
      ['mentions', ({ ids }) => `${ids['alpha']}`, ['beta']],
      ['mentions', ({ ids }) => ids['gamma'], []],
      // Links, in both directions and of any type, are references, too.
      ['mentions', ({ ids }) => ids['task'], ['alpha', 'beta', 'gamma']],
      ['mentions', ({ ids }) => ids['secret'], ['alpha', 'gamma', 'delta']],
      ['mentions', ({ ids }) => ids['zeta'], ['epsilon']],
      ['mentions', ({ ids }) => ids['epsilon'], ['zeta']],
      ['mentions', 999_999_999_999, []],
      // Days begin at midnight in the time zone of the server and last until the next one.
      ['due', '2026-02-01', ['alpha']],
      ['due', ['2026-02-01'], ['alpha']],
      ['due', '1 February 2026', ['alpha']],
      ['due', '02/01/2026', ['alpha']],
      ['due', { operator: '<', value: '2026-02-01 +1 day' }, ['alpha']],
      ['due', { operator: '=', value: '2026-02-01' }, ['alpha']],
      ['due', { operator: '>', value: '2026-02-01' }, ['beta', 'gamma']],
      ['due', { operator: '<', value: '2026-02-02' }, ['alpha']],
      ['due', { operator: 'between', value: ['2026-02-01', '2026-02-02'] }, ['alpha', 'beta']],
      ['due', { operator: 'between', value: ['2026-02-02', '2026-02-01'] }, []],
      ['due', '2026-01-31T12:00:00+01:00', ['alpha']],
      ['due', '2026-01-31T23:00:00Z', ['alpha']],
      ['due', '2026-02-01T00:00:01+01:00', ['beta']],
      ['due', '2026-01-31T22:59:59Z', ['alpha']],
      ['due', '', all],
      ['at', '2026-02-01', ['alpha', 'beta']],
      ['at', { operator: '>', value: '2026-02-01' }, ['delta']],
      ['at', '2026-02-01 10:30', ['alpha', 'beta', 'delta']],
      ['at', { operator: '<', value: '2026-02-01T10:30:00+01:00' }, []],
      ['on', '2026-03-13', ['alpha']],
      ['on', { operator: '>', value: '2026-03-15' }, ['delta', 'epsilon', 'zeta']],
      ['changed', { operator: 'between', value: ['2026-03-13', '2026-03-14'] }, ['beta']],
    ])('%s: %j matches %j', async (name, input, expected) => {
      expect(await search({ [name]: resolve(input) })).toEqual(expected)
    })

    it('accepts field ids and names, and combines all criteria', async () => {
      const { field, value } = fixture
      expect(
        await search({ [`${field('status')}`]: [value('Open'), value('Closed')], title: 'a', count: '<0' }),
      ).toEqual(['beta'])
    })

    it.each<[string, CriterionInput, FixtureValue<string>]>([
      ['an unknown field', { nope: 1, neither: 2 }, 'Following fields do not exist: nope, neither'],
      ['an unused field', { unused: 'x' }, 'Following fields do not exist: unused'],
      ['a field of another tracker', { 'task:title': 'x' }, 'Following fields do not exist: task:title'],
      ['an unknown field id', { '99999999999': 'x' }, 'Following fields do not exist: 99999999999'],
      ['a property name of every object', { constructor: 1 }, 'Following fields do not exist: constructor'],
      ['an operator without value', { title: { operator: 'contains' } }, 'Criterion for field title is malformed'],
      ['a value without operator', { title: { value: 'x' } }, 'Criterion for field title is malformed'],
      ['a value that is null', { title: { operator: '=', value: null } }, 'Criterion for field title is malformed'],
      ['an unknown operator', { title: { operator: 'like', value: 'x' } }, 'Invalid operator for field title'],
      [
        'a property name of every object as operator',
        { title: { operator: 'toString', value: 'x' } },
        'Invalid operator for field title',
      ],
      ...[
        'title',
        'text',
        'count',
        'ratio',
        'id',
        'number',
        'rank',
        'status',
        'tags',
        'people',
        'by',
        'files',
        'links',
        'mentions',
      ].map((name): [string, CriterionInput, FixtureValue<string>] => [
        `${name} between`,
        { [name]: { operator: 'between', value: ['1', '2'] } },
        ({ field }) =>
          `Unallowed operator for criterion field '${name}' (${field(name)}). Allowed operators: [contains]`,
      ]),
      ...['title', 'text', 'count', 'ratio', 'id', 'links', 'files', 'mentions'].flatMap((name) =>
        [true, ['x'], { a: 1 }, null].map((value): [string, CriterionInput, string] => [
          `${name}: ${JSON.stringify(value)}`,
          { [name]: value },
          `Invalid value for field "${name}"`,
        ]),
      ),
      ...['abc', 1e300, '1,5', '5-', 'NaN', '0x10'].map((value): [string, CriterionInput, string] => [
        `a number ${value}`,
        { count: value },
        'Invalid value for field "count"',
      ]),
      ...['status', 'colours', 'people', 'tags', 'by'].flatMap((name) =>
        ['abc', true, { x: 1 }, ['abc'], [true], [1.5], '-1'].map(
          (value): [string, CriterionInput, FixtureValue<string>] => [
            `${name}: ${JSON.stringify(value)}`,
            { [name]: value },
            ({ field }) => `Invalid format for criterion field '${name}' (${field(name)})`,
          ],
        ),
      ),
      [
        'a typed value outside a list',
        { tags: 'o7' },
        ({ field }) => `Invalid format for criterion field 'tags' (${field('tags')})`,
      ],
      ...['xx', '2026-02-30', '0000-01-01', '0001-01-01', '99999-01-01', 5, true].map(
        (value): [string, CriterionInput, FixtureValue<string>] => [
          `the date ${value}`,
          { due: value },
          ({ field }) => `Invalid date for criterion field 'due' (${field('due')}): ${JSON.stringify(value)}`,
        ],
      ),
      [
        'one date for between',
        { due: { operator: 'between', value: ['2026-01-01'] } },
        ({ field }) => `Invalid format for criterion field 'due' (${field('due')}): 2 dates expected`,
      ],
      [
        'two dates for one',
        { due: ['2026-01-01', '2026-01-02'] },
        ({ field }) => `Invalid format for criterion field 'due' (${field('due')}): 1 date expected`,
      ],
      ...[
        ['(', 1, '"(" is not closed'],
        ['a{2,1}', 2, 'the minimum number of repetitions exceeds the maximum'],
        ['(a)\\1', 4, 'backreferences are not supported'],
        ['x(?=a)', 2, 'lookahead and lookbehind are not supported'],
        ['a+?', 3, 'lazy repetition is not supported'],
        ['a++', 3, 'possessive repetition is not supported'],
        ['[[:alpha:]]', 2, '"[:" within a class is not supported'],
        ['\\p{L}', 1, '"\\p" is not supported'],
        ['((a{99}){99}){99}', 12, 'it has more than 400 characters once repetitions are written out'],
        ['a'.repeat(201), 201, 'it has more than 200 characters'],
      ].flatMap(([pattern, position, value]) =>
        [
          ['title', ''],
          ['text', '!'],
          ['count', ''],
          ['ratio', '!'],
          ['id', ''],
          ['number', '!'],
          ['rank', ''],
        ].map(([name = '', sign]): [string, CriterionInput, string] => [
          `${name}: the pattern ${pattern}`,
          { [name]: `${sign}/${pattern}/` },
          `Invalid pattern in the criterion of field "${name}" at position ${position}: ${value}`,
        ]),
      ),
      ['a pattern for links', { links: '/1/' }, 'Invalid value for field "links"'],
      ['permissions', { access: 3 }, 'Filtering by the field "access" is not supported'],
      ['sums', { sum: 3 }, 'Filtering by the field "sum" is not supported'],
      ['a long text', { title: 'x'.repeat(10_001) }, 'A text of a criterion may have at most 10000 characters'],
      [
        'too many words',
        { title: Array.from({ length: 31 }, (_, n) => `w${n}`).join(' ') },
        'The criterion of field "title" may have at most 30 words',
      ],
      [
        'too many values',
        { by: Array.from({ length: 1001 }, (_, n) => n) },
        'The criterion of field by may have at most 1000 values',
      ],
      [
        'too many criteria',
        Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`f${n}`, 1])),
        'A filter may have at most 100 criteria',
      ],
      ['a NUL character', { title: 'a\0b' }, 'Malformed UTF-8 characters, possibly incorrectly encoded criteria'],
      [
        'half of a surrogate pair',
        { title: '\ud800' },
        'Malformed UTF-8 characters, possibly incorrectly encoded criteria',
      ],
      [
        'a NUL character in a list',
        { tags: ['o\0'] },
        'Malformed UTF-8 characters, possibly incorrectly encoded criteria',
      ],
      ['an array as filter', [1], 'Criteria syntax error, an object is expected'],
      ['a string as filter', 'x', 'Criteria syntax error, an object is expected'],
      ['a number as filter', 3, 'Criteria syntax error, an object is expected'],
    ])('rejects %s', async (_case, input, message) => {
      const { status, body } = await sendFilter(resolve(input))
      expect([status, body.error.message]).toEqual([400, `Bad Request: ${resolve(message)}`])
    })
    /** Sends long filters in the body because the length of a URL is limited. */
    const sendFilter = (filter: unknown) => {
      const query = filterParam(filter)
      return query.length < 4000
        ? server.as('boss').get(path(query))
        : server.as('boss').get(path(), { body: { query: JSON.stringify(filter) } })
    }

    it.each(['{', '{"title":}', 'title', '{"title":"a"b"}'])('rejects %s as invalid JSON', async (text) => {
      const { status, body } = await server.as('boss').get(path(`&query=${encodeURIComponent(text)}`))
      expect([status, body.error.message]).toEqual([400, 'Bad Request: Criteria syntax error, invalid JSON'])
    })
    it('rejects a pattern with single backslashes as invalid JSON', async () => {
      const { status, body } = await server.as('boss').get(path(`&query=${encodeURIComponent('{"title":"/\\d/"}')}`))
      expect([status, body.error.message]).toEqual([400, 'Bad Request: Criteria syntax error, invalid JSON'])
    })
    it('accepts escaped quotes if the filter is invalid JSON otherwise', async () => {
      const { body } = await server.as('boss').get(path(`&query=${encodeURIComponent('{\\"title\\":\\"gamma\\"}')}`))
      expect(namesIn(body)).toEqual(['gamma'])
    })

    describe('with a request body', () => {
      const beta = { title: { operator: 'contains', value: 'beta' } }
      it.each([
        ['a filter', beta],
        ['a filter as string in `query`', { query: JSON.stringify(beta) }],
        ['a filter in `query`', { query: beta }],
      ])('accepts %s', async (_case, body) => {
        const response = await server.as('boss').get(path(), { body })
        expect([namesIn(response.body), response.headers['x-pagination-size']]).toEqual([['beta'], '1'])
        // The order of the members does not matter.
        const same = { title: { value: 'beta', operator: 'contains' } }
        expect(namesIn((await server.as('boss').get(path(filterParam(same)), { body })).body)).toEqual(['beta'])
      })
      it('rejects a body that differs from the query parameter', async () => {
        const { status, body } = await server.as('boss').get(path(filterParam({ title: 'gamma' })), { body: beta })
        expect([status, body.error.message]).toEqual([
          400,
          'Bad Request: The request body and the parameter `query` contradict each other. Send one of them.',
        ])
      })
      it.each([
        'text/plain',
        'text/xml; charset=utf-8',
        'application/xml',
        'application/octet-stream',
        'application/merge-patch+json',
        'multipart/form-data',
        'application/x-www-form-urlencoded',
        'json',
        '',
      ])('reads a body that begins with { as JSON for the type %j', async (type) => {
        const headers = { 'content-type': type }
        const body = ` \n${JSON.stringify(beta)}`
        const { status, body: found } = await server.as('boss').get(path(), { body, headers })
        expect([status, status === 200 && namesIn(found)]).toEqual([200, ['beta']])
        const head = await server.as('boss').send('HEAD', path(), { body, headers })
        expect([head.status, head.headers['x-pagination-size']]).toEqual([200, '1'])
        const invalid = await server.as('boss').get(path(), { body: '{"title":', headers })
        expect([invalid.status, invalid.body.error.message]).toEqual([
          400,
          'Bad Request: Error encoding/decoding JSON: Syntax error',
        ])
      })
      it('reads XML as XML, and rejects other types', async () => {
        const send = async (type: string, body: string, url = path()) => {
          const response = await server.as('boss').get(url, { body, headers: { 'content-type': type } })
          return response.status === 200 ? namesIn(response.body) : response.body.error.message
        }
        expect(await send('application/xml', '<filter><title>beta</title></filter>')).toEqual(['beta'])
        const unsupported = (type: string) => `Forbidden: Content type \`${type}\` is not supported.`
        expect(await send('text/xml', '<filter><title>beta</title></filter>')).toBe(unsupported('text/xml'))
        expect(await send('text/plain', 'title')).toBe(unsupported('text/plain'))
        // A route without a body in its declaration.
        expect(await send('text/plain', '{}', 'projects')).toBe(unsupported('text/plain'))
      })
      it('ignores an empty body', async () => {
        expect(namesIn((await server.as('boss').get(path(), { body: {} })).body)).toEqual(all)
        expect(namesIn((await server.as('boss').get(path(filterParam(beta)), { body: {} })).body)).toEqual(['beta'])
      })
      it('validates the filter of the body', async () => {
        const { status, body } = await server.as('boss').get(path(), { body: { nope: 1 } })
        expect([status, body.error.message]).toEqual([400, 'Bad Request: Following fields do not exist: nope'])
      })
      it.each([
        '{"__proto__":1}',
        '{"query":{"__proto__":1}}',
        '{"title":"beta","__proto__":{"title":"gamma"}}',
        '[]',
        '[1]',
        '"beta"',
        '5',
        'true',
        '{}',
      ])('handles the body %s as the same text in `query`', async (text) => {
        const json = { 'content-type': 'application/json' }
        const inBody = await server.as('boss').get(path(), { body: text, headers: json })
        const unwrapped = text.startsWith('{"query":') ? text.slice('{"query":'.length, -1) : text
        const inUrl = await server.as('boss').get(path(`&query=${encodeURIComponent(unwrapped)}`))
        expect([inBody.status, inBody.text]).toEqual([inUrl.status, inUrl.text])
        expect(inBody.status).toBe(['[]', '{}'].includes(text) ? 200 : 400)
      })
      it('rejects a body in addition to an expert query', async () => {
        const url = path(`&expert_query=${encodeURIComponent('title = "gamma"')}`)
        const { status, body } = await server.as('boss').get(url, { body: beta })
        expect([status, body.error.message]).toEqual([400, expect.stringContaining('`expert_query`')])
      })
    })

    it('is preferred over an expert query, even an invalid one', async () => {
      const url = path(`${filterParam({ title: 'beta' })}&expert_query=${encodeURIComponent('((')}`)
      expect(namesIn((await server.as('boss').get(url)).body)).toEqual(['beta'])
    })

    describe('visibility', () => {
      it.each([
        ['boss', ['beta', 'delta', 'zeta']],
        ['alice', ['beta', 'delta']],
        ['bob', ['beta', 'delta']],
        ['admin', ['beta', 'delta', 'zeta']],
        ['outsider', ['beta', 'delta']],
        ['visitor', ['beta', 'delta']],
      ])('%s finds only visible artifacts', async (caller, expected) => {
        expect(await search({ title: 'ta' }, caller)).toEqual(expected)
      })
      it.each(['alice', 'outsider', 'visitor'])('%s gets 400 for a field they cannot read', async (caller) => {
        const { status, body } = await server.as(caller).get(path(filterParam({ hidden: 'treasure' })))
        expect([status, body.error.message]).toEqual([400, 'Bad Request: Following fields do not exist: hidden'])
      })
      it('a field that only administrators can read is found by them', async () => {
        expect(await search({ hidden: 'TREA' })).toEqual(['delta'])
      })
      it('links to invisible artifacts do not match', async () => {
        expect(await search({ links: fixture.ids['secret'] }, 'alice')).toEqual([])
        expect(await search({ links: `>${fixture.ids['epsilon']}` }, 'alice')).toEqual(['alpha'])
      })
      it('references from and to invisible artifacts do not match', async () => {
        expect(await search({ mentions: fixture.ids['secret'] }, 'alice')).toEqual([])
        expect(await search({ mentions: fixture.ids['zeta'] }, 'alice')).toEqual([])
        expect(await search({ mentions: fixture.ids['task'] }, 'alice')).toEqual(['alpha', 'beta', 'gamma'])
      })
      it.each(['boss', 'alice'])('%s finds exactly the artifacts that show a reference', async (caller) => {
        const { body } = await server.as(caller).get(path('&values=all'))
        for (const [name, id] of Object.entries(fixture.ids)) {
          const showing = body.filter(({ values }: any) =>
            values
              .find((value: any) => value.field_id === fixture.field('mentions'))
              .value.some(({ url }: any) => new URL(url).searchParams.get('val') === `${id}`),
          )
          expect([name, await search({ mentions: id }, caller)]).toEqual([name, namesIn(showing)])
        }
      })
      it('links of a field that the caller cannot read do not match', async () => {
        const { id, others, tracker } = await createHiddenLinks(server)
        const find = async (caller: string, other: number | undefined) => {
          const query = encodeURIComponent(JSON.stringify({ mentions: other }))
          const { body } = await server.as(caller).get(`trackers/${tracker}/artifacts?query=${query}`)
          return body.map((each: any) => each.id)
        }
        expect(await find('boss', others[0])).toEqual([id])
        expect(await find('alice', others[0])).toEqual([])
        // The link of another artifact is shown as "in" to all who see that artifact.
        expect(await find('alice', others[1])).toEqual([id])
      })
      it('an invisible tracker returns 404', async () => {
        const secret = fixture.fixture.trackers.get('secret')
        const { status } = await server
          .as('alice')
          .get(`trackers/${secret}/artifacts?query=${encodeURIComponent('{"nope":1}')}`)
        expect(status).toBe(404)
      })
    })

    it('returns the total on each page, in both orders', async () => {
      const page = async (query: string) => {
        const { body, headers } = await server
          .as('alice')
          .get(`trackers/${fixture.tracker}/artifacts?limit=2${filterParam({ title: 'a' })}${query}`)
        return [namesIn(body), headers['x-pagination-size']]
      }
      expect(await page('')).toEqual([['alpha', 'beta'], '4'])
      expect(await page('&offset=2')).toEqual([['gamma', 'delta'], '4'])
      expect(await page('&offset=4')).toEqual([[], '4'])
      expect(await page('&order=desc')).toEqual([['delta', 'gamma'], '4'])
    })
  })
})

/** An artifact that links to one and is linked from another, in a tracker whose links only administrators read. */
async function createHiddenLinks(server: TestServer) {
  const by = server.idOf('alice')
  const project = await createProjectFixture(server, 'hidden-links', {
    members: [by],
    administrators: [server.idOf('boss')],
    trackers: () => [
      createTrackerDefinition('shy', [
        createFieldDefinition('art_link', 'links', { rights: { read: [4] } }),
        createFieldDefinition('cross', 'mentions'),
      ]),
      createTrackerDefinition('open', [createFieldDefinition('art_link', 'open:links')]),
    ],
  })
  const seed = (tracker: string) => ({ tracker, changes: [{ by, on: baseTime, values: {} }] })
  const [id, ...others] = await project.createArtifacts(seed('shy'), seed('open'), seed('open'))
  const link = (from: number | undefined, field: string, to: number | undefined) =>
    project.addChangeset(from as never, { by, on: baseTime + 60, values: { [field]: [{ id: to, type: '' }] } as never })
  await link(id, 'links', others[0])
  await link(others[1], 'open:links', id)
  return { id, others, tracker: Number(project.trackers.get('shy')) }
}
