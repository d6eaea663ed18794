import { describe, expect, it } from 'vitest'
import { formatHttpDate } from '../../kit/values/time.ts'
import { evaluateConditions, isRangeValid } from './conditions.ts'

const version = { etag: '"now"', modifiedOn: 1_773_412_345 }
const [before, then, after] = [-1, 0, 1].map((seconds) => formatHttpDate(version.modifiedOn + seconds)) as [
  string,
  string,
  string,
]

describe('conditions of a GET', () => {
  it.each([
    [{}, 'go-on'],
    [{ 'if-match': '"now"' }, 'go-on'],
    [{ 'if-match': '"old", "now"' }, 'go-on'],
    [{ 'if-match': '*' }, 'go-on'],
    [{ 'if-match': '"old"' }, 'failed'],
    [{ 'if-unmodified-since': then }, 'go-on'],
    [{ 'if-unmodified-since': after }, 'go-on'],
    [{ 'if-unmodified-since': before }, 'failed'],
    [{ 'if-unmodified-since': 'yesterday' }, 'go-on'],
    [{ 'if-none-match': '"now"' }, 'not-modified'],
    [{ 'if-none-match': 'W/"now"' }, 'not-modified'],
    [{ 'if-none-match': '*' }, 'not-modified'],
    [{ 'if-none-match': '"old"' }, 'go-on'],
    [{ 'if-modified-since': then }, 'not-modified'],
    [{ 'if-modified-since': before }, 'go-on'],
    [{ 'if-modified-since': after }, 'go-on'],
    // each ETag condition overrides the date condition, and If-Match comes first
    [{ 'if-match': '"now"', 'if-unmodified-since': before }, 'go-on'],
    [{ 'if-none-match': '"old"', 'if-modified-since': after }, 'go-on'],
    [{ 'if-match': '"old"', 'if-none-match': '"now"' }, 'failed'],
    [{ 'if-match': '"now"', 'if-none-match': '"now"' }, 'not-modified'],
  ])('for %j the result is %s', (headers, outcome) => {
    expect(evaluateConditions(headers as Record<string, string>, version)).toBe(outcome)
  })
})

describe('If-Range', () => {
  it.each([
    [undefined, true],
    ['"now"', true],
    ['"old"', false],
    ['W/"now"', false],
    [then, true],
    [before, false],
    [after, false],
    ['nonsense', false],
  ])('for %s the result is %s', (header, holds) => {
    expect(isRangeValid({ 'if-range': header }, version)).toBe(holds)
  })
})
