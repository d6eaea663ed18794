import { describe, expect, it } from 'vitest'
import { tokenizeQuery } from './lexer.ts'

const kindsOf = (text: string) => tokenizeQuery(text).map(({ kind, text: piece }) => `${kind} ${piece}`.trim())
const readFirst = (text: string) => {
  const [token] = tokenizeQuery(text)
  return token?.kind === 'string' ? token.value : token
}

describe('the tokens of a query', () => {
  it.each([
    ['', ['end']],
    [' \t\r\n\u00a0', ['end']],
    ['title', ['word title', 'end']],
    ['a-b_9', ['word a-b_9', 'end']],
    ['@project.name', ['metadata @project.name', 'end']],
    ['a<=b', ['word a', 'symbol <=', 'word b', 'end']],
    ['!= < <= > >= = ( ) ,', ['!=', '<', '<=', '>', '>=', '=', '(', ')', ','].map((s) => `symbol ${s}`).concat('end')],
    ['a\u00a0=\u00a01', ['word a', 'symbol =', 'integer 1', 'end']],
    ['3.14', ['float 3.14', 'end']],
    ['42', ['integer 42', 'end']],
    ['42nd', ['word 42nd', 'end']],
    ['1-2', ['word 1-2', 'end']],
    ['= 42nd', ['symbol =', 'integer 42', 'word nd', 'end']],
    ['= 1.', ['symbol =', 'integer 1', 'unreadable .', 'end']],
    ['NOW()-1y', ['word NOW', 'symbol (', 'symbol )', 'symbol -', 'integer 1', 'word y', 'end']],
    ['NOW() + 1y', ['word NOW', 'symbol (', 'symbol )', 'symbol +', 'integer 1', 'word y', 'end']],
    ['"a" \'b\'', ['string "a"', "string 'b'", 'end']],
    ['a;b', ['word a', 'unreadable ;', 'word b', 'end']],
    ['a @ b', ['word a', 'unreadable @', 'word b', 'end']],
    ['é', ['unreadable é', 'end']],
    ['😀', ['unreadable 😀', 'end']],
    ['"a\nb', ['unreadable "a', 'word b', 'end']],
  ])('of %j are %j', (text, pieces) => expect(kindsOf(text)).toEqual(pieces))
})

describe('a quoted text', () => {
  it.each([
    ['""', ''],
    ['\'it "is"\'', 'it "is"'],
    ['"it\'s"', "it's"],
    ['"a\\"b"', 'a"b'],
    ["'a\\'b'", "a'b"],
    ['"a\\\\b"', 'a\\b'],
    ['"\\n"', 'n'],
    ['"\\😀"', '😀'],
    ['"a\\\nb"', 'ab'],
    ['"a\\\r\nb"', 'ab'],
    ['"\\u0000e9"', 'é'],
    ['"\\u0000E9d"', 'éd'],
    ['"\\u01F600"', '😀'],
    ['"\\u00000A"', '\n'],
    ['"tab\there"', 'tab\there'],
    ['"一 \u00a0"', '一 \u00a0'],
  ])('%j says %j', (text, value) => expect(readFirst(text)).toBe(value))

  it.each([
    ['"abc', 0],
    ['"', 0],
    ['"a\nb"', 0],
    ['"a\rb"', 0],
    ['"abc\\', 0],
    ['"abc\\"', 0],
    ['"a\0b"', 2],
    ['"a\\\0b"', 3],
    ['"a\\u12"', 2],
    ['"a\\u0000g9"', 2],
    ['"a\\u000000"', 2],
    ['"a\\u00d800"', 2],
    ['"a\\u110000"', 2],
  ])('%j cannot be read, which shows at %i', (text, at) =>
    expect(readFirst(text)).toMatchObject({ kind: 'unreadable', at: 0, fault: { at } }),
  )
})
