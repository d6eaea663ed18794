import { describe, expect, it } from 'vitest'
import { computePosition, describeProblem } from './problem.ts'

describe('a position in a text', () => {
  it.each([
    ['', 0, 1, 1],
    ['abc', 0, 1, 1],
    ['abc', 3, 1, 4],
    ['a\nb', 1, 1, 2],
    ['a\nb', 2, 2, 1],
    ['a\r\nb', 3, 2, 1],
    ['a\rb', 2, 2, 1],
    ['\n\n\n', 3, 4, 1],
    ['😀é', 2, 1, 2],
    ['😀é', 3, 1, 3],
  ])('in %j, offset %i is line %i, column %i', (text, offset, line, column) =>
    expect(computePosition(text, offset)).toEqual({ offset, line, column }),
  )
})

describe('a problem', () => {
  it.each([
    [['AND'], 'AND'],
    [['AND', 'OR'], 'AND or OR'],
    [['AND', 'OR', 'a comma'], 'AND, OR or a comma'],
  ])('that expected %j says so in a sentence', (expected, words) => {
    const at = { offset: 4, line: 1, column: 5 }
    expect(describeProblem({ kind: 'syntax', at, found: "'x'", expected }).toString()).toBe(
      `Line 1, column 5: found 'x', expected ${words}`,
    )
  })
})
