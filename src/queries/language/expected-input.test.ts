import { describe, expect, it } from 'vitest'
import { findExpectedInput } from './expected-input.ts'

/** `|` is the position. */
function expectedAt(marked: string) {
  const offset = marked.indexOf('|')
  return findExpectedInput(marked.replace('|', ''), offset)
}

describe('the expected input', () => {
  it.each([
    ['|', ['the name of a field', '@ and a name', 'WITH', 'WITHOUT', 'IS', 'an opening parenthesis', 'ORDER BY']],
    ['(|', ['the name of a field', '@ and a name', 'WITH', 'WITHOUT', 'IS', 'an opening parenthesis']],
    ['status |', ['=', '!=', '<', '<=', '>', '>=', 'BETWEEN', 'IN', 'NOT IN']],
    ['status NOT |', ['IN']],
    ['status NOT  |', ['IN after exactly one blank']],
    ['status = |', ['a text in quotes', 'a number (a negative one in quotes)', 'NOW()', 'MYSELF()', 'OPEN()']],
    ['status IN |', ['an opening parenthesis']],
    ['status IN("a"|', ['a closing parenthesis', 'a comma']],
    ['due < NOW() |', ['+', '-', 'AND', 'OR', 'ORDER BY', 'the end of the query']],
    ['due < NOW() -|', ['a number of days, weeks, months or years']],
    ['due < NOW() - 7|', ['a number of days, weeks, months or years']],
    ['due < NOW() - 7d|', ['d', 'w', 'm', 'y']],
    ['(a = 1 |', ['AND', 'OR', 'a closing parenthesis']],
    ['WITH |', ['PARENT', 'CHILDREN', 'CHILD']],
    ['IS LINKED TO WITH TYPE |', ['a link type in quotes']],
    ['ORDER BY |', ['the name of a field', '@ and a name']],
    ['ORDER BY a |', ['ASC', 'ASCENDING', 'DESC', 'DESCENDING', 'a comma', 'the end of the query']],
  ])('at %j is %j', (marked, names) => {
    expect([...(expectedAt(marked)?.expected ?? [])].toSorted()).toStrictEqual(names.toSorted())
  })

  it.each(['a = = |', 'a b |', '"a" = |', 'SELECT a |'])('is unknown after an error: %j', (marked) =>
    expect(expectedAt(marked)).toBeUndefined(),
  )

  it.each([
    ['sta|', { from: 0, to: 3, typed: 'sta', isText: false }],
    ['sta|tus = 1', { from: 0, to: 6, typed: 'sta' }],
    ['a = "O|', { from: 4, to: 6, typed: 'O', isText: true }],
    ['a = "O|pen"', { from: 4, to: 10, typed: 'O', isText: true }],
    ['a = "is \\"|', { from: 4, to: 10, typed: 'is "' }],
    ["a = 'it|", { from: 4, to: 7, typed: 'it' }],
    ['a = "O| AND b = "x"', { from: 4, to: 6, typed: 'O' }],
    ['a = "Open"|', { from: 10, to: 10, typed: '', isText: false }],
    ['@com|', { from: 0, to: 4, typed: '@com' }],
    ['a =|', { from: 3, to: 3, typed: '' }],
  ])('at %j replaces the token there', (marked, range) => expect(expectedAt(marked)).toMatchObject(range))

  it.each([
    ['status = |', { searchable: 'status', operator: '=', texts: [] }],
    ['status |', { searchable: 'status', operator: null, texts: [] }],
    ['x = 1 AND status IN("a", MYSELF(), |', { searchable: 'status', operator: 'IN', texts: ['a'] }],
    ['status not in(|', { searchable: 'status', operator: 'NOT IN', texts: [] }],
    ['(due BETWEEN(NOW() - 7d, |', { searchable: 'due', operator: 'BETWEEN', texts: [] }],
    ['@status = "|', { searchable: '@status', operator: '=', texts: [] }],
  ])('at %j belongs to a comparison', (marked, comparison) =>
    expect(expectedAt(marked)?.comparison).toStrictEqual(comparison),
  )

  it.each(['|', 'status = 1 |', 'WITH PARENT TRACKER = |'])('at %j belongs to no comparison', (marked) =>
    expect(expectedAt(marked)?.comparison).toBeNull(),
  )
})
