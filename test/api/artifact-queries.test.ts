import { beforeAll, describe, expect, it } from 'vitest'
import { createSearchFixture, type SearchFixture } from '../kit/search-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

type FixtureValue<T> = T | ((fixture: SearchFixture) => T)
const all = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']
const allBut = (...names: readonly string[]) => all.filter((name) => !names.includes(name))
const documentation = 'Please refer to the documentation for the allowed types.'

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let fixture: SearchFixture
  beforeAll(async () => {
    fixture = await createSearchFixture(server, 'queries')
  })

  const resolve = <T>(value: FixtureValue<T>): T =>
    typeof value === 'function' ? (value as (fixture: SearchFixture) => T)(fixture) : value
  const sendQuery = (query: string, caller = 'boss') =>
    server.as(caller).get(`trackers/${fixture.tracker}/artifacts?limit=50&expert_query=${encodeURIComponent(query)}`)
  const namesIn = (body: any): string[] =>
    body.map(({ id }: { id: number }) => Object.keys(fixture.ids).find((name) => fixture.ids[name] === id))
  const search = async (query: string, caller = 'boss') => {
    const { status, body, headers, text } = await sendQuery(query, caller)
    expect([status, text]).toEqual([200, expect.anything()])
    expect(headers['x-pagination-size']).toBe(`${body.length}`)
    return namesIn(body)
  }
  const errorMessage = async (query: string, caller = 'boss') => {
    const { status, body } = await sendQuery(query, caller)
    expect(status).toBe(400)
    return body.error.message.replace('Bad Request: ', '')
  }

  describe('GET /trackers/{id}/artifacts?expert_query=', () => {
    it.each<[FixtureValue<string>, readonly string[]]>([
      // Texts.
      ['title = "uber"', ['alpha']],
      ["title = 'ta 1'", ['beta']],
      ['title = "1 ta"', []],
      ['title != "ta"', ['alpha', 'gamma', 'epsilon']],
      ['text = ""', ['gamma', 'delta', 'epsilon', 'zeta']],
      ['text != ""', ['alpha', 'beta']],
      ['text != "first"', allBut('alpha')],
      ['title = 100', ['beta']],
      ['title = "/^a/"', []],
      // Clients of Tuleap, which removes backslashes once, double them.
      [String.raw`title = 'it\\'s' OR title = "alpha"`, ['alpha']],
      [String.raw`title = 'it\'s' OR title = "alpha"`, ['alpha']],
      [String.raw`title = \"alpha\"`, ['alpha']],
      // Blanks are part of the text that is searched for; those at its ends are not stored in the search index.
      ['title = "alpha "', ['alpha']],
      ['title = " über"', ['alpha']],
      ['title = "zeta "', ['zeta']],
      ['title = "gamma "', []],
      ['title = "ta  1"', []],
      ['title = " "', ['alpha', 'beta', 'zeta']],
      ['title != " "', ['gamma', 'delta', 'epsilon']],
      ['text = " "', ['alpha']],
      // Numbers.
      ['count = 3', ['alpha', 'zeta']],
      ['count = "-7"', ['beta']],
      ['count != 3', ['beta', 'gamma', 'delta', 'epsilon']],
      ['count < 3', ['beta']],
      ['count <= 3', ['alpha', 'beta', 'zeta']],
      ['count > 3', ['gamma']],
      ['count >= 3', ['alpha', 'gamma', 'zeta']],
      ['count between (3, 40)', ['alpha', 'gamma', 'zeta']],
      ['count BETWEEN("40", 3)', []],
      ['count = ""', ['delta', 'epsilon']],
      ['count != ""', ['alpha', 'beta', 'gamma', 'zeta']],
      ['ratio = 0.5', ['alpha']],
      ['ratio > 0.5', ['beta']],
      [`count < ${'9'.repeat(60)}`, ['alpha', 'beta', 'gamma', 'zeta']],
      // Days.
      ['due = "2026-02-01"', ['alpha']],
      ['due != "2026-02-01"', allBut('alpha')],
      ['due < "2026-02-02"', ['alpha']],
      ['due <= "2026-02-02"', ['alpha', 'beta']],
      ['due > "2026-02-01"', ['beta', 'gamma']],
      ['due >= "2026-02-02"', ['beta', 'gamma']],
      ['due BETWEEN("2026-02-01", "2026-03-29")', ['alpha', 'beta', 'gamma']],
      ['due = ""', ['delta', 'epsilon', 'zeta']],
      ['due != ""', ['alpha', 'beta', 'gamma']],
      ['due < NOW() + 1000000y', ['alpha', 'beta', 'gamma']],
      ['due > NOW() - 1000000y', ['alpha', 'beta', 'gamma']],
      ['due > "0050-01-01"', ['alpha', 'beta', 'gamma']],
      ['due < "9999-12-31"', ['alpha', 'beta', 'gamma']],
      // Fields with time compare minutes, or whole days if no time is given.
      ['at = "2026-02-01 10:30"', ['alpha']],
      ['at = "2026-02-01"', ['alpha', 'beta']],
      ['at > "2026-02-01"', ['delta']],
      ['at >= "2026-02-01 23:59"', ['beta', 'delta']],
      ['at > "2026-02-01 23:59"', ['delta']],
      ['at < "2026-02-01 23:59"', ['alpha']],
      ['at <= "2026-02-01 23:59"', ['alpha', 'beta']],
      ['at BETWEEN("2026-02-01 10:31", "2026-02-02")', ['beta', 'delta']],
      ['on = "2026-03-13"', ['alpha']],
      ['on = "2026-03-13 15:32"', ['alpha']],
      ['on = ""', []],
      ['on != ""', all],
      ['changed = "2026-03-14"', ['beta']],
      ['changed = ""', []],
      // Lists by label, login, MYSELF().
      ['status = "open"', ['alpha']],
      ['status = "ÉLAN"', ['gamma']],
      ['status != "open"', allBut('alpha')],
      ['status = ""', ['delta', 'epsilon', 'zeta']],
      ['status != ""', ['alpha', 'beta', 'gamma']],
      ['status IN ("open", "closed", "nope",)', ['alpha', 'beta']],
      ['status NOT IN ("open", "nope")', allBut('alpha')],
      ['colours = "red"', ['alpha']],
      ['colours != "red"', allBut('alpha')],
      ['people = "BOB"', ['alpha', 'beta']],
      ['people IN ("alice", "nobody-at-all")', ['alpha']],
      ['people = MYSELF()', []],
      // A login of the site that is not among the values.
      ['people = "outsider"', []],
      ['people != "outsider"', all],
      ['people != ""', ['alpha', 'beta']],
      ['by = "alice"', ['alpha', 'gamma']],
      ['by != "alice"', ['beta', 'delta', 'epsilon', 'zeta']],
      ['by IN ("alice", "bob")', ['alpha', 'beta', 'gamma']],
      ['by NOT IN ("alice", "bob")', ['delta', 'epsilon', 'zeta']],
      ['by = MYSELF()', ['delta', 'zeta']],
      ['by IN ("no-login", "alice")', ['alpha', 'gamma']],
      ['by NOT IN ("alice", "no-login")', ['beta', 'delta', 'epsilon', 'zeta']],
      ['last_by = "bob"', ['beta']],
      ['last_by IN ("no-login", "bob")', ['beta']],
      ['@submitted_by IN ("bob", "no-login")', ['beta']],
      // Open lists.
      ['tags = "Bound"', ['alpha']],
      ['tags = "OTHER"', ['beta']],
      ['tags != "bound"', allBut('alpha')],
      ['tags IN ("typed", "other")', ['alpha', 'beta']],
      ['tags NOT IN ("typed", "nope")', allBut('alpha')],
      ['tags = ""', ['gamma', 'delta', 'epsilon', 'zeta']],
      ['tags != ""', ['alpha', 'beta']],
      // Files.
      ['files = "BRULEE"', ['alpha']],
      ['files = "ca va"', ['beta']],
      ['files != "brulee"', allBut('alpha')],
      ['files = ""', ['gamma', 'delta', 'epsilon', 'zeta']],
      ['files != ""', ['alpha', 'beta']],
      // Semantics and comments.
      ['@title = "uber"', ['alpha']],
      ['@description = "second"', ['beta']],
      ['@status = "Closed"', ['beta']],
      ['@status = OPEN()', ['alpha', 'delta', 'epsilon', 'zeta']],
      ['@status != OPEN()', ['beta', 'gamma']],
      ['@assigned_to = "alice"', ['alpha']],
      ['@submitted_by = "bob"', ['beta']],
      ['@submitted_on < "2026-03-14"', ['alpha']],
      ['@last_update_by = "bob"', ['beta']],
      ['@last_update_date = "2026-03-14"', ['beta']],
      ['@comments = "said"', ['alpha', 'beta']],
      ['@comments = "AMONG painters"', ['beta']],
      ['@comments != "public"', allBut('alpha')],
      ['@comments = "among "', ['beta']],
      ['@comments = "public "', []],
      ['@comments = " "', ['alpha', 'beta']],
      ['@comments != " "', allBut('alpha', 'beta')],
      ['@comments = ""', ['gamma', 'delta', 'epsilon', 'zeta']],
      ['@comments != ""', ['alpha', 'beta']],
      // Links.
      ['WITH PARENT', ['beta', 'delta', 'epsilon']],
      ['WITHOUT PARENT', ['alpha', 'gamma', 'zeta']],
      ['WITH CHILDREN', ['alpha', 'gamma', 'zeta']],
      ['WITH CHILD', ['alpha', 'gamma', 'zeta']],
      ['WITHOUT CHILD', ['beta', 'delta', 'epsilon']],
      ['IS LINKED TO', ['alpha', 'gamma', 'zeta']],
      ['IS NOT LINKED TO', ['beta', 'delta', 'epsilon']],
      ['IS LINKED FROM', ['beta', 'gamma', 'delta', 'epsilon']],
      ['IS LINKED FROM WITH TYPE "_is_child"', ['beta', 'delta', 'epsilon']],
      ['IS LINKED FROM TRACKER = "task"', ['beta', 'gamma']],
      ['IS LINKED FROM TRACKER != "task"', ['beta', 'delta', 'epsilon']],
      ['IS NOT LINKED FROM TRACKER = "task"', ['alpha', 'delta', 'epsilon', 'zeta']],
      ['IS LINKED TO TRACKER = "secret"', ['alpha', 'gamma']],
      ['WITH PARENT TRACKER = "secret"', ['delta']],
      ['IS COVERING', ['gamma']],
      ['IS NOT COVERING', allBut('gamma')],
      ['IS COVERED', []],
      ['IS NOT COVERED', all],
      [({ ids }) => `IS COVERING ARTIFACT = ${ids['task']}`, ['gamma']],
      [({ ids }) => `IS COVERED BY ARTIFACT = ${ids['task']}`, []],
      [({ ids }) => `IS NOT COVERED BY ARTIFACT = ${ids['task']}`, all],
      [({ ids }) => `WITH PARENT ARTIFACT = ${ids['alpha']}`, ['beta']],
      [({ ids }) => `WITHOUT PARENT ARTIFACT = ${ids['alpha']}`, allBut('beta')],
      [({ ids }) => `IS LINKED TO ARTIFACT = ${ids['secret']} WITH TYPE "_is_child"`, ['gamma']],
      ['IS LINKED TO ARTIFACT = 999999999999999999999', []],
      ['IS NOT LINKED TO ARTIFACT = 99999999999', all],
      // Precedence and words.
      ['title = "alpha" OR title = "beta" AND count = 3', ['alpha']],
      ['(title = "alpha" OR title = "beta") AND count = "-7"', ['beta']],
      ['title = "alpha" or (title = "beta" and (count = 3 or count = "-7"))', ['alpha', 'beta']],
      ['', all],
      ['   ', all],
    ])('%s matches %j', async (query, expected) => {
      expect(await search(resolve(query))).toEqual(expected)
    })

    it.each<[FixtureValue<string>, FixtureValue<string>]>([
      ['title', 'Error during parsing expert query'],
      ['title = ', 'Error during parsing expert query'],
      ['title = "a" AND', 'Error during parsing expert query'],
      ['title = "open', 'Error during parsing expert query'],
      ['status IN ()', 'Error during parsing expert query'],
      ['status NOT  IN ("a")', 'Error during parsing expert query'],
      ['NOT title = "x"', 'Error during parsing expert query'],
      ['count = -7', 'Error during parsing expert query'],
      ['title = "a\\u000000b"', 'Error during parsing expert query'],
      ['title = "\\u00D800"', 'Error during parsing expert query'],
      ['SELECT @title FROM @project = "self" WHERE @id > 1', ''],
      [
        'nope = 1',
        "We cannot search on 'nope', we don't know what it refers to. Please refer to the documentation for the allowed comparisons.",
      ],
      [
        'nope = 1 OR @nope = 2 OR unused = 3 OR nope = 4',
        "We cannot search on 'nope', '@nope', 'unused', we don't know what they refer to. Please refer to the documentation for the allowed comparisons.",
      ],
      [
        'constructor = 1',
        "We cannot search on 'constructor', we don't know what it refers to. Please refer to the documentation for the allowed comparisons.",
      ],
      [
        '@toString = 1',
        "We cannot search on '@toString', we don't know what it refers to. Please refer to the documentation for the allowed comparisons.",
      ],
      ...['links', 'access', 'id', 'number', 'mentions', 'sum', 'rank'].map((name): [string, string] => [
        `${name} = 1`,
        `The field '${name}' is not supported. ${documentation}`,
      ]),
      // Operators that a field type does not support.
      ...['title', 'text', 'files', 'status', 'people', 'by', 'tags', '@title'].flatMap((name) =>
        ['<', '>', '<=', '>='].map((operator): [string, string] => [
          `${name} ${operator} "alice"`,
          `The field '${name}' is not supported for the operator ${operator}.`,
        ]),
      ),
      ...['title', 'files', 'status', 'by', 'tags'].map((name): [string, string] => [
        `${name} BETWEEN("alice", "bob")`,
        `The field '${name}' is not supported for the operator BETWEEN().`,
      ]),
      ...['title', 'files', 'count', 'ratio', 'due', 'on'].flatMap((name): [string, string][] => [
        [`${name} IN ("1")`, `The field '${name}' is not supported for the operator IN().`],
        [`${name} NOT IN ("1")`, `The field '${name}' is not supported for the operator NOT IN().`],
      ]),
      // Functions.
      ...['NOW()', 'MYSELF()', 'OPEN()'].flatMap((name): [string, string][] => [
        [`title = ${name}`, `The text field 'title' cannot be compared to ${name}.`],
        [`count = ${name}`, `The integer field 'count' cannot be compared to ${name}.`],
        [`ratio = ${name}`, `The float field 'ratio' cannot be compared to ${name}.`],
        [`files = ${name}`, `The file field 'files' cannot be compared to ${name}.`],
        [`@comments = ${name}`, `The @comments metadata cannot be compared to ${name}.`],
        [`status = ${name}`, `The list field 'status' cannot be compared to ${name}.`],
      ]),
      ['people = NOW()', "The list field 'people' cannot be compared to NOW()."],
      ['people = OPEN()', "The list field 'people' cannot be compared to OPEN()."],
      ['due = MYSELF()', "The date field 'due' cannot be compared to MYSELF()."],
      ['on = OPEN()', "The date field 'on' cannot be compared to OPEN()."],
      // Values.
      ['count = "abc"', "The integer field 'count' cannot be compared to the string value 'abc'."],
      ['ratio > "1,5"', "The float field 'ratio' cannot be compared to the string value '1,5'."],
      ...['<', '>', '<=', '>='].flatMap((operator): [string, string][] => [
        [
          `count ${operator} ""`,
          `The integer field 'count' cannot be compared to the empty string with ${operator} operator.`,
        ],
        [
          `ratio ${operator} ""`,
          `The float field 'ratio' cannot be compared to the empty string with ${operator} operator.`,
        ],
        [
          `due ${operator} ""`,
          `The date field 'due' cannot be compared to the empty string with ${operator} operator.`,
        ],
      ]),
      [
        'count BETWEEN("", 3)',
        "The integer field 'count' cannot be compared to the empty string with BETWEEN() operator.",
      ],
      [
        'due BETWEEN("2026-01-01", "")',
        "The date field 'due' cannot be compared to the empty string with BETWEEN() operator.",
      ],
      ['due = "soon"', "The date field 'due' cannot be compared to the string value 'soon'."],
      ['due = "2026-02-01 10:30"', "The date field 'due' cannot be compared to the string value '2026-02-01 10:30'."],
      ['due = "2026-02-30"', "The date field 'due' cannot be compared to the string value '2026-02-30'."],
      ['due = "0000-01-01"', "The date field 'due' cannot be compared to the string value '0000-01-01'."],
      ['at = "2026-02-01 24:00"', "The date field 'at' cannot be compared to the string value '2026-02-01 24:00'."],
      ['status = "nope"', "The value 'nope' doesn't exist for the list field 'status'."],
      ['status IN ("nope", "neither")', "The value 'nope' doesn't exist for the list field 'status'."],
      ['status IN ("open", "")', "The list field 'status' cannot be compared to the empty string with IN() operator."],
      ['status NOT IN ("")', "The list field 'status' cannot be compared to the empty string with NOT IN() operator."],
      ['people = "nobody-at-all"', "The value 'nobody-at-all' doesn't exist for the list field 'people'."],
      ['tags = "nope"', "The value 'nope' doesn't exist for the list field 'tags'."],
      ['by = ""', "The field 'by' cannot be compared to the empty string, it can never yield results."],
      ['by = "nobody-at-all"', "Error with the field 'by'. The user 'nobody-at-all' does not exist."],
      ['by IN ("no-login", "neither-one")', "Error with the field 'by'. The user 'no-login' does not exist."],
      ['last_by NOT IN ("no-login")', "Error with the field 'last_by'. The user 'no-login' does not exist."],
      ['by IN ("alice", "")', "The field 'by' cannot be compared to the empty string, it can never yield results."],
      ['@comments > "x"', "'@comments' is not supported for the operator >."],
      ['@comments IN ("x")', "'@comments' is not supported for the operator IN()."],
      ['IS LINKED TO WITH TYPE "nope"', "Link type 'nope' is invalid. Available types: _is_child, _covered_by"],
      ...['IS NOT LINKED TO', 'IS NOT LINKED FROM', 'WITHOUT PARENT', 'WITHOUT CHILDREN'].map(
        (words): [string, string] => [
          `${words} TRACKER != "task"`,
          'Double negative like `IS NOT LINKED ... TRACKER != ...` or `WITHOUT ... TRACKER != ...` is not supported. Please use simpler form like `IS LINKED ... TRACKER = ...` or `WITH ... TRACKER = ...` ',
        ],
      ),
      // All errors are reported at once, each one once.
      [
        'count = "x" OR due = "y" OR count = "x"',
        "The integer field 'count' cannot be compared to the string value 'x'.\nThe date field 'due' cannot be compared to the string value 'y'.",
      ],
      // Orders.
      [
        'ORDER BY nope',
        "We cannot search on 'nope', we don't know what it refers to. Please refer to the documentation for the allowed comparisons.",
      ],
      ['ORDER BY files, links, title', "Sorting by 'files', 'links' is not supported."],
      ['title = "a" ORDER BY @comments', "Sorting by '@comments' is not supported."],
      ['ORDER BY', 'Error during parsing expert query'],
    ])('rejects %s', async (query, message) => {
      expect(await errorMessage(resolve(query))).toBe(
        resolve(message) === '' ? 'Bad Request' : resolve(message).trimEnd(),
      )
    })

    it('sorts by id in the requested direction', async () => {
      const query = `&order=desc&expert_query=${encodeURIComponent('title = "ta"')}`
      const { body } = await server.as('boss').get(`trackers/${fixture.tracker}/artifacts?limit=50${query}`)
      expect(namesIn(body)).toEqual(['zeta', 'delta', 'beta'])
    })

    it('returns the position of a syntax error and what is expected there', async () => {
      const { body } = await sendQuery('title = "a"\nAND count > ')
      expect(body.error).toMatchObject({
        position: { line: 2, column: 12 },
        found: 'the end of the query',
        detail: expect.stringContaining('Line 2, column 12'),
      })
    })

    it('rejects queries that exceed the complexity limit of the site', async () => {
      const comparisons = (n: number) => Array.from({ length: n }, () => 'title = "a"').join(' AND ')
      const tooComplex =
        'The query is considered too complex to be executed by the server. Please simplify it (for example remove comparisons) to continue.'
      // The first comparison costs 3, each further one 2 (docs/api/queries.md §2.6).
      expect(await search(comparisons(14))).toEqual(allBut('epsilon'))
      expect(await errorMessage(comparisons(15))).toBe(tooComplex)
      await server.as('admin').patch('site_settings', { tql_complexity_limit: 4 })
      expect(await errorMessage(comparisons(2))).toBe(tooComplex)
      await server.as('admin').patch('site_settings', { tql_complexity_limit: 0 })
      expect(await search(comparisons(80))).toEqual(allBut('epsilon'))
      // A fixed limit protects the database even if the site has none.
      expect(await errorMessage(Array.from({ length: 501 }, () => 'id=1').join(' OR '))).toBe(tooComplex)
      await server.as('admin').patch('site_settings', { tql_complexity_limit: 30 })
      expect((await server.as('admin').patch('site_settings', { tql_complexity_limit: -1 })).status).toBe(400)
    })

    describe('ORDER BY', () => {
      it.each([
        ['title', ['alpha', 'beta', 'delta', 'epsilon', 'gamma', 'zeta']],
        ['title DESC', ['zeta', 'gamma', 'epsilon', 'delta', 'beta', 'alpha']],
        ['@title asc', ['alpha', 'beta', 'delta', 'epsilon', 'gamma', 'zeta']],
        // Artifacts without a value come last in both directions; equal values are sorted by id.
        ['count', ['beta', 'alpha', 'zeta', 'gamma', 'delta', 'epsilon']],
        ['count DESCENDING', ['gamma', 'alpha', 'zeta', 'beta', 'delta', 'epsilon']],
        ['ratio', ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']],
        ['due desc', ['gamma', 'beta', 'alpha', 'delta', 'epsilon', 'zeta']],
        ['at desc', ['delta', 'beta', 'alpha', 'gamma', 'epsilon', 'zeta']],
        // Lists sort in the order of their values.
        ['status', ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']],
        ['status DESC', ['gamma', 'beta', 'alpha', 'delta', 'epsilon', 'zeta']],
        ['@status DESC', ['gamma', 'beta', 'alpha', 'delta', 'epsilon', 'zeta']],
        ['colours DESC', ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']],
        ['people DESC', ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']],
        ['by', ['alpha', 'gamma', 'beta', 'delta', 'zeta', 'epsilon']],
        ['by desc', ['delta', 'zeta', 'beta', 'alpha', 'gamma', 'epsilon']],
        ['id desc', ['zeta', 'epsilon', 'delta', 'gamma', 'beta', 'alpha']],
        ['number desc', ['zeta', 'epsilon', 'delta', 'gamma', 'beta', 'alpha']],
        ['on desc', ['zeta', 'epsilon', 'delta', 'gamma', 'beta', 'alpha']],
        ['@submitted_on DESC', ['zeta', 'epsilon', 'delta', 'gamma', 'beta', 'alpha']],
        ['count DESC, title DESC', ['gamma', 'zeta', 'alpha', 'beta', 'epsilon', 'delta']],
      ])('%s sorts the results', async (order, expected) => {
        expect(await search(`ORDER BY ${order}`)).toEqual(expected)
        expect(await search(`title = "ta" ORDER BY ${order}`)).toEqual(
          expected.filter((name) => ['beta', 'delta', 'zeta'].includes(name)),
        )
      })
      it('sorts across pages', async () => {
        const pages = await Promise.all(
          [0, 2, 4, 6].map(async (offset) => {
            const url = `trackers/${fixture.tracker}/artifacts?limit=2&offset=${offset}&expert_query=${encodeURIComponent('ORDER BY count DESC')}`
            return namesIn((await server.as('boss').get(url)).body)
          }),
        )
        expect(pages).toEqual([['gamma', 'alpha'], ['zeta', 'beta'], ['delta', 'epsilon'], []])
      })
    })

    describe('visibility', () => {
      it.each([
        ['admin', 'title = "ta"', ['beta', 'delta', 'zeta']],
        ['alice', 'title = "ta"', ['beta', 'delta']],
        ['outsider', 'title = "ta"', ['beta', 'delta']],
        ['visitor', 'title = "ta"', ['beta', 'delta']],
        ['alice', 'people = MYSELF()', ['alpha']],
        ['alice', 'people IN (MYSELF(), "bob")', ['alpha', 'beta']],
        ['alice', 'by != MYSELF()', ['beta', 'delta', 'epsilon']],
        // Private comments are visible only to their readers.
        ['alice', '@comments = "painters"', ['beta']],
        ['bob', '@comments = "painters"', []],
        ['bob', '@comments != "painters"', allBut('zeta')],
        ['bob', '@comments = ""', ['beta', 'gamma', 'delta', 'epsilon']],
        ['visitor', '@comments != ""', ['alpha']],
        // Invisible artifacts count for no link.
        ['alice', 'WITH PARENT', ['beta']],
        ['alice', 'WITHOUT PARENT', ['alpha', 'gamma', 'delta', 'epsilon']],
        ['alice', 'WITH CHILDREN', ['alpha']],
        ['alice', 'IS LINKED TO TRACKER = "secret"', []],
        ['alice', 'IS LINKED TO TRACKER != "bug"', ['alpha']],
        ['alice', 'IS NOT LINKED TO TRACKER = "secret"', allBut('zeta')],
        ['visitor', 'IS LINKED FROM', ['beta', 'gamma']],
      ])('%s: %s matches %j', async (caller, query, expected) => {
        expect(await search(query, caller)).toEqual(expected)
      })
      it('the id of an invisible artifact matches nothing', async () => {
        const secret = fixture.ids['secret']
        expect(await search(`IS LINKED TO ARTIFACT = ${secret}`, 'alice')).toEqual([])
        expect(await search(`IS NOT LINKED TO ARTIFACT = ${secret}`, 'alice')).toEqual(allBut('zeta'))
        expect(await search(`IS LINKED TO ARTIFACT = ${secret}`)).toEqual(['alpha', 'gamma'])
      })
      it.each(['hidden = "treasure"', 'ORDER BY hidden', 'title = "a" OR hidden != ""'])(
        '%s is rejected because the caller cannot read the field',
        async (query) => {
          expect(await errorMessage(query, 'alice')).toBe(
            "We cannot search on 'hidden', we don't know what it refers to. Please refer to the documentation for the allowed comparisons.",
          )
        },
      )
      it('a field that only administrators can read is found by them', async () => {
        expect(await search('hidden = "treasure"')).toEqual(['delta'])
      })
      it('MYSELF() is rejected for anonymous callers', async () => {
        expect(await errorMessage('people = MYSELF()', 'visitor')).toBe(
          "The list field 'people' cannot be compared to MYSELF() for anonymous users.",
        )
        expect(await errorMessage('by = MYSELF()', 'visitor')).toBe(
          "The list field 'by' cannot be compared to MYSELF() for anonymous users.",
        )
      })
    })
  })
})
