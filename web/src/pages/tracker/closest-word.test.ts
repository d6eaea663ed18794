import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeDistance, findClosestWord } from './closest-word.ts'

describe('the closest word', () => {
  it.each([
    ['deu', ['title', 'due', 'details'], 'due'],
    ['Statsu', ['status', 'state'], 'status'],
    ['asigned_to', ['title', 'assigned_to'], 'assigned_to'],
    ['x', ['title', 'due'], undefined],
    ['due', [], undefined],
    ['In progres', ['Open', 'In progress'], 'In progress'],
  ])('to %j among %j is %j', (input, words, expected) => expect(findClosestWord(input, words)).toBe(expected))

  const word = fc.string({ maxLength: 8 })
  it('has a distance like any other: none to itself, the same in both directions, never longer by a detour', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(computeDistance(a, a)).toBe(0)
        expect(computeDistance(a, b)).toBe(computeDistance(b, a))
        expect(computeDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length))
        expect(computeDistance(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length))
      }),
    )
  })
  it('is found after one edit of a long word', () => {
    const long = fc.stringMatching(/^[a-z]{6,12}$/)
    fc.assert(
      fc.property(long, fc.nat(), fc.constantFrom('remove', 'swap', 'insert'), (text, number, edit) => {
        const at = number % (text.length - 1)
        const changed =
          edit === 'remove'
            ? text.slice(0, at) + text.slice(at + 1)
            : edit === 'swap'
              ? text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
              : `${text.slice(0, at)}_${text.slice(at)}`
        expect(findClosestWord(changed, ['0', text, '00000000'])).toBe(text)
      }),
    )
  })
  it('is counted exactly below a limit', () => {
    fc.assert(
      fc.property(word, word, fc.nat({ max: 8 }), (a, b, limit) => {
        const exact = computeDistance(a, b)
        expect(Math.min(computeDistance(a, b, limit), limit + 1)).toBe(Math.min(exact, limit + 1))
      }),
    )
  })
})
