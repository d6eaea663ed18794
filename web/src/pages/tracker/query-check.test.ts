import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createQueryTracker } from '../../../../test/kit/query-tracker.ts'
import { checkQuery, splitIntoPieces } from './query-check.ts'

const tracker = createQueryTracker()
const check = (text: string) => checkQuery(text, tracker)

/** Kind, place and suggestion of each error. */
const issuesOf = (text: string) =>
  check(text).issues.map(({ cause, from, to, suggestion }) => [cause.kind, text.slice(from, to), suggestion])

describe('the check of a query', () => {
  it.each(['', 'lander crashes', 'status', 'with a hole'])('runs words: %j', (text) =>
    expect(check(text)).toMatchObject({ canRun: true, issues: [] }),
  )
  it.each([
    'status = "Open"',
    'STATUS = "open" and points >= 3',
    'status = "Hidden"',
    'status = ""',
    'assigned_to = "someone"',
    'assigned_to IN(MYSELF(), "bob")',
    '@status = OPEN() AND @submitted_on > NOW() - 7d',
    'due BETWEEN("2026-01-01", NOW()) ORDER BY due DESC, relations',
    'relations = 3',
    'IS LINKED TO WITH TYPE "_is_child"',
  ])('leaves %j to the server', (text) => expect(check(text)).toMatchObject({ canRun: true, issues: [] }))
  it.each([
    ['deu < NOW()', [['field', 'deu', 'due']]],
    ['owner = MYSELF()', [['field', 'owner', 'assigned_to']]],
    ['nothing_like_it = 1', [['field', 'nothing_like_it', null]]],
    ['@comment = "x"', [['field', '@comment', '@comments']]],
    ['status = "Opne"', [['value', '"Opne"', '"Open"']]],
    [
      'status NOT IN("Opne", "x")',
      [
        ['value', '"Opne"', '"Open"'],
        ['value', '"x"', null],
      ],
    ],
    ['title < "x"', [['operator', '<', null]]],
    ['status BETWEEN("a", "b")', [['operator', 'BETWEEN', null]]],
    ['due NOT IN("2026-01-01")', [['operator', 'NOT IN', null]]],
    ['points = MYSELF()', [['function', 'MYSELF', null]]],
    ['status = OPEN()', [['function', 'OPEN', null]]],
    ['status ===', [['syntax', '=', null]]],
    ['status = Open', [['syntax', 'Open', '"Open"']]],
    ['status = opn AND points = 1', [['syntax', 'opn', '"Open"']]],
    ['title = two words OR points = 1', [['syntax', 'two words', '"two words"']]],
    ['points = 1 ADN status = "Open"', [['syntax', 'ADN', 'AND']]],
    [
      'deu = 1 ORDER BY titel DESC',
      [
        ['field', 'deu', 'due'],
        ['field', 'titel', 'title'],
      ],
    ],
    ['SELECT a FROM b WHERE c = 1', [['select', 'SELECT', null]]],
  ])('of %j finds %j', (text, issues) => {
    expect(issuesOf(text)).toStrictEqual(issues)
    expect(check(text).canRun).toBe(false)
  })
  it('accepts a list of which the server knows at least one value, with a hint', () => {
    const checked = check('status IN("Open", "Doen")')
    expect(checked).toMatchObject({ canRun: true, issues: [{ isHint: true, suggestion: '"Done"' }] })
  })
  it.each([
    'status =',
    'status = "Op',
    'status IN("Open", ',
    '(status = "Open"',
    'status = "Open" AND du',
    'due > NOW() -',
  ])('waits for the rest of %j', (text) => expect(check(text)).toMatchObject({ canRun: false, isIncomplete: true }))
  it('finds an unknown field although the query is not complete', () => {
    const text = 'assigned_to = MYSELF() AND deu < NOW() +7d\nAND status IN("Open", "'
    expect(check(text)).toMatchObject({ canRun: false, isIncomplete: false })
    expect(issuesOf(text)[0]).toStrictEqual(['field', 'deu', 'due'])
    const wrong = splitIntoPieces(text, check(text)).filter(({ isWrong }) => isWrong)
    expect(wrong.map((piece) => piece.text)).toStrictEqual(['deu'])
  })
})

describe('the pieces of a query', () => {
  it('have one look each', () => {
    const text = 'due < NOW() +7d AND (status IN("Open") OR WITH PARENT)'
    expect(
      splitIntoPieces(text, check(text))
        .filter(({ role }) => role !== 'plain')
        .map((piece) => `${piece.role} ${piece.text}`),
    ).toStrictEqual([
      'field due',
      'operator <',
      'function NOW',
      'function (',
      'function )',
      'function +',
      'function 7',
      'function d',
      'keyword AND',
      'field status',
      'keyword IN',
      'value "Open"',
      'keyword OR',
      'link WITH',
      'link PARENT',
    ])
  })
  it('are the whole text, whatever it is', () => {
    const piece = fc.constantFrom(
      'status',
      ' ',
      '=',
      '"Open"',
      '"',
      'AND',
      '(',
      ')',
      ',',
      'deu',
      '\n',
      'NOW()',
      'é',
      'IN',
      '@x',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (parts) => {
        const text = parts.join('')
        const checked = check(text)
        expect(
          splitIntoPieces(text, checked)
            .map((each) => each.text)
            .join(''),
        ).toBe(text)
        for (const { from, to } of checked.issues) {
          expect(from).toBeLessThanOrEqual(to)
          expect(to).toBeLessThanOrEqual(text.length)
        }
        const places = checked.issues.map(({ from }) => from)
        expect(places).toStrictEqual(places.toSorted((a, b) => a - b))
      }),
      { numRuns: 500 },
    )
  })
})
