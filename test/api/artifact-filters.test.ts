import { beforeAll, describe, expect, it } from 'vitest'
import { createSearchFixture, type SearchFixture } from '../kit/search-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

type Of<T> = T | ((fixture: SearchFixture) => T)
type Sent =
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

  const told = <T>(what: Of<T>): T =>
    typeof what === 'function' ? (what as (fixture: SearchFixture) => T)(fixture) : what
  const address = (more = '') => `trackers/${fixture.tracker}/artifacts?limit=50${more}`
  const asking = (filter: unknown) => `&query=${encodeURIComponent(JSON.stringify(filter))}`
  const namesIn = (body: any): string[] =>
    body.map(({ id }: { id: number }) => Object.keys(fixture.ids).find((name) => fixture.ids[name] === id))
  const found = async (filter: unknown, who = 'boss') => {
    const { status, body, headers, text } = await server.as(who).get(address(asking(filter)))
    expect([status, text]).toEqual([200, expect.anything()])
    expect(headers['x-pagination-size']).toBe(`${body.length}`)
    return namesIn(body)
  }

  describe('GET /trackers/{id}/artifacts?query=', () => {
    it.each<[string, Sent, readonly string[]]>([
      // Texts: every word, anywhere, whatever the case and the accents.
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
      // Patterns: of texts, without case and accents.
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
      // What has no value does not match; denied, it is found.
      ['text', '/^/', ['alpha', 'beta']],
      ['text', '!/first/', ['beta', 'gamma', 'delta', 'epsilon', 'zeta']],
      // And of the digits of numbers.
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
      // Numbers of the artifact itself.
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
      // Ids of nothing, however large, find nothing and are no error; known ids next to them still count.
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
      // Names of fields, whatever their case and accents.
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
      // Who and what.
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
      ['mentions', 999_999_999_999, []],
      // Days begin in the zone of the server; a window is a day long.
      ['due', '2026-02-01', ['alpha']],
      ['due', ['2026-02-01'], ['alpha']],
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
    ])('%s: %j finds %j', async (name, sent, expected) => {
      expect(await found({ [name]: told(sent) })).toEqual(expected)
    })

    it('finds by ids of fields as well as by names, and all criteria together', async () => {
      const { field, value } = fixture
      expect(
        await found({ [`${field('status')}`]: [value('Open'), value('Closed')], title: 'a', count: '<0' }),
      ).toEqual(['beta'])
    })

    it.each<[string, Sent, Of<string>]>([
      ['a field that is not there', { nope: 1, neither: 2 }, 'Following fields do not exist: nope, neither'],
      ['one that is not in use', { unused: 'x' }, 'Following fields do not exist: unused'],
      ['one that is no field of the tracker', { 'task:title': 'x' }, 'Following fields do not exist: task:title'],
      ['the id of none', { '99999999999': 'x' }, 'Following fields do not exist: 99999999999'],
      ['a name of every object', { constructor: 1 }, 'Following fields do not exist: constructor'],
      ['an operator without value', { title: { operator: 'contains' } }, 'Criterion for field title is malformed'],
      ['a value without operator', { title: { value: 'x' } }, 'Criterion for field title is malformed'],
      ['a value that is null', { title: { operator: '=', value: null } }, 'Criterion for field title is malformed'],
      ['an operator that is none', { title: { operator: 'like', value: 'x' } }, 'Invalid operator for field title'],
      [
        'an operator of every object',
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
      ].map((name): [string, Sent, Of<string>] => [
        `${name} between`,
        { [name]: { operator: 'between', value: ['1', '2'] } },
        ({ field }) =>
          `Unallowed operator for criterion field '${name}' (${field(name)}). Allowed operators: [contains]`,
      ]),
      ...['title', 'text', 'count', 'ratio', 'id', 'links', 'files', 'mentions'].flatMap((name) =>
        [true, ['x'], { a: 1 }, null].map((value): [string, Sent, string] => [
          `${name}: ${JSON.stringify(value)}`,
          { [name]: value },
          `Invalid value for field "${name}"`,
        ]),
      ),
      ...['abc', 1e300, '1,5', '5-', 'NaN', '0x10'].map((value): [string, Sent, string] => [
        `a number ${value}`,
        { count: value },
        'Invalid value for field "count"',
      ]),
      ...['status', 'colours', 'people', 'tags', 'by'].flatMap((name) =>
        ['abc', true, { x: 1 }, ['abc'], [true], [1.5], '-1'].map((value): [string, Sent, Of<string>] => [
          `${name}: ${JSON.stringify(value)}`,
          { [name]: value },
          ({ field }) => `Invalid format for criterion field '${name}' (${field(name)})`,
        ]),
      ),
      [
        'a lone typed value',
        { tags: 'o7' },
        ({ field }) => `Invalid format for criterion field 'tags' (${field('tags')})`,
      ],
      ...['xx', '2026-02-30', '0000-01-01', '0001-01-01', '99999-01-01', 5, true].map(
        (value): [string, Sent, Of<string>] => [
          `the date ${value}`,
          { due: value },
          ({ field }) => `Invalid date for criterion field 'due' (${field('due')}): ${JSON.stringify(value)}`,
        ],
      ),
      [
        'a date too few',
        { due: { operator: 'between', value: ['2026-01-01'] } },
        ({ field }) => `Invalid format for criterion field 'due' (${field('due')}): 2 dates expected`,
      ],
      [
        'a date too many',
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
      ].flatMap(([pattern, position, what]) =>
        [
          ['title', ''],
          ['text', '!'],
          ['count', ''],
          ['ratio', '!'],
          ['id', ''],
          ['number', '!'],
          ['rank', ''],
        ].map(([name = '', sign]): [string, Sent, string] => [
          `${name}: the pattern ${pattern}`,
          { [name]: `${sign}/${pattern}/` },
          `Invalid pattern in the criterion of field "${name}" at position ${position}: ${what}`,
        ]),
      ),
      ['a pattern among the links', { links: '/1/' }, 'Invalid value for field "links"'],
      ['permissions', { access: 3 }, 'Filtering by the field "access" is not supported'],
      ['sums', { sum: 3 }, 'Filtering by the field "sum" is not supported'],
      ['a text without end', { title: 'x'.repeat(10_001) }, 'A text of a criterion may have at most 10000 characters'],
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
      ['NUL', { title: 'a\0b' }, 'Malformed UTF-8 characters, possibly incorrectly encoded criteria'],
      ['half of a pair', { title: '\ud800' }, 'Malformed UTF-8 characters, possibly incorrectly encoded criteria'],
      ['NUL in a list', { tags: ['o\0'] }, 'Malformed UTF-8 characters, possibly incorrectly encoded criteria'],
      ['no object', [1], 'Criteria syntax error, an object is expected'],
      ['a text', 'x', 'Criteria syntax error, an object is expected'],
      ['a number', 3, 'Criteria syntax error, an object is expected'],
    ])('%s is refused', async (_what, sent, message) => {
      const { status, body } = await ask(told(sent))
      expect([status, body.error.message]).toEqual([400, `Bad Request: ${told(message)}`])
    })
    /** Long ones go in the body: an address has an end. */
    const ask = (filter: unknown) => {
      const query = asking(filter)
      return query.length < 4000
        ? server.as('boss').get(address(query))
        : server.as('boss').get(address(), { body: { query: JSON.stringify(filter) } })
    }

    it.each(['{', '{"title":}', 'title', '{"title":"a"b"}'])('%s is no JSON', async (text) => {
      const { status, body } = await server.as('boss').get(address(`&query=${encodeURIComponent(text)}`))
      expect([status, body.error.message]).toEqual([400, 'Bad Request: Criteria syntax error, invalid JSON'])
    })
    it('is no JSON when the backslashes of a pattern are not doubled', async () => {
      const { status, body } = await server.as('boss').get(address(`&query=${encodeURIComponent('{"title":"/\\d/"}')}`))
      expect([status, body.error.message]).toEqual([400, 'Bad Request: Criteria syntax error, invalid JSON'])
    })
    it('is read without its backslashes where it is no JSON otherwise', async () => {
      const { body } = await server.as('boss').get(address(`&query=${encodeURIComponent('{\\"title\\":\\"gamma\\"}')}`))
      expect(namesIn(body)).toEqual(['gamma'])
    })

    describe('and the body', () => {
      const beta = { title: { operator: 'contains', value: 'beta' } }
      it.each([
        ['the filter itself', beta],
        ['a filter as text', { query: JSON.stringify(beta) }],
        ['a filter in its wrapping', { query: beta }],
      ])('%s is honoured', async (_shape, body) => {
        const answer = await server.as('boss').get(address(), { body })
        expect([namesIn(answer.body), answer.headers['x-pagination-size']]).toEqual([['beta'], '1'])
        // Whatever the order of its members.
        const same = { title: { value: 'beta', operator: 'contains' } }
        expect(namesIn((await server.as('boss').get(address(asking(same)), { body })).body)).toEqual(['beta'])
      })
      it('is refused when it disagrees with the address', async () => {
        const { status, body } = await server.as('boss').get(address(asking({ title: 'gamma' })), { body: beta })
        expect([status, body.error.message]).toEqual([
          400,
          'Bad Request: The request body and the parameter `query` contradict each other. Send one of them.',
        ])
      })
      it('says nothing when it is empty', async () => {
        expect(namesIn((await server.as('boss').get(address(), { body: {} })).body)).toEqual(all)
        expect(namesIn((await server.as('boss').get(address(asking(beta)), { body: {} })).body)).toEqual(['beta'])
      })
      it('is refused by the rules of filters', async () => {
        const { status, body } = await server.as('boss').get(address(), { body: { nope: 1 } })
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
      ])('%s means what it means as `query`', async (text) => {
        const json = { 'content-type': 'application/json' }
        const inBody = await server.as('boss').get(address(), { body: text, headers: json })
        const unwrapped = text.startsWith('{"query":') ? text.slice('{"query":'.length, -1) : text
        const inAddress = await server.as('boss').get(address(`&query=${encodeURIComponent(unwrapped)}`))
        expect([inBody.status, inBody.text]).toEqual([inAddress.status, inAddress.text])
        expect(inBody.status).toBe(['[]', '{}'].includes(text) ? 200 : 400)
      })
      it('is refused beside a query', async () => {
        const url = address(`&expert_query=${encodeURIComponent('title = "gamma"')}`)
        const { status, body } = await server.as('boss').get(url, { body: beta })
        expect([status, body.error.message]).toEqual([400, expect.stringContaining('`expert_query`')])
      })
    })

    it('wins over a query, also one that cannot be read', async () => {
      const url = address(`${asking({ title: 'beta' })}&expert_query=${encodeURIComponent('((')}`)
      expect(namesIn((await server.as('boss').get(url)).body)).toEqual(['beta'])
    })

    describe('asked by', () => {
      it.each([
        ['boss', ['beta', 'delta', 'zeta']],
        ['alice', ['beta', 'delta']],
        ['bob', ['beta', 'delta']],
        ['admin', ['beta', 'delta', 'zeta']],
        ['outsider', ['beta', 'delta']],
        ['visitor', ['beta', 'delta']],
      ])('%s it finds what they see', async (who, expected) => {
        expect(await found({ title: 'ta' }, who)).toEqual(expected)
      })
      it.each(['alice', 'outsider', 'visitor'])('%s a field that one does not read is not there', async (who) => {
        const { status, body } = await server.as(who).get(address(asking({ hidden: 'treasure' })))
        expect([status, body.error.message]).toEqual([400, 'Bad Request: Following fields do not exist: hidden'])
      })
      it('boss it finds by a field that others do not read', async () => {
        expect(await found({ hidden: 'TREA' })).toEqual(['delta'])
      })
      it('alice links to what she does not see are not there', async () => {
        expect(await found({ links: fixture.ids['secret'] }, 'alice')).toEqual([])
        expect(await found({ links: `>${fixture.ids['epsilon']}` }, 'alice')).toEqual(['alpha'])
      })
      it('a stranger to the tracker it is not there', async () => {
        const secret = fixture.fixture.trackers.get('secret')
        const { status } = await server
          .as('alice')
          .get(`trackers/${secret}/artifacts?query=${encodeURIComponent('{"nope":1}')}`)
        expect(status).toBe(404)
      })
    })

    it('tells true totals on full pages, forwards and backwards', async () => {
      const page = async (more: string) => {
        const { body, headers } = await server
          .as('alice')
          .get(`trackers/${fixture.tracker}/artifacts?limit=2${asking({ title: 'a' })}${more}`)
        return [namesIn(body), headers['x-pagination-size']]
      }
      expect(await page('')).toEqual([['alpha', 'beta'], '4'])
      expect(await page('&offset=2')).toEqual([['gamma', 'delta'], '4'])
      expect(await page('&offset=4')).toEqual([[], '4'])
      expect(await page('&order=desc')).toEqual([['delta', 'gamma'], '4'])
    })
  })
})
