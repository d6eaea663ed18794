import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseArtifactReference } from './parse-artifact-reference.ts'

describe('a reference to an artifact', () => {
  it.each([
    ['12', { keyword: null, id: 12 }],
    ['#12', { keyword: null, id: 12 }],
    [' #12 ', { keyword: null, id: 12 }],
    ['bug #12', { keyword: 'bug', id: 12 }],
    ['Bug#12', { keyword: 'bug', id: 12 }],
    ['user_story  #7', { keyword: 'user_story', id: 7 }],
  ])('%j is parsed', (text, expected) => {
    expect(parseArtifactReference(text)).toEqual(expected)
  })

  it.each(['', '#', '#0', '0', 'bug', 'bug 12', '12 apples', '#12#', '1.5', '-3', '1234567890123456'])(
    'is not in %j',
    (text) => {
      expect(parseArtifactReference(text)).toBeUndefined()
    },
  )

  it('has a positive safe integer as id, for every text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { id } = parseArtifactReference(text) ?? { id: 1 }
        expect(Number.isSafeInteger(id) && id > 0).toBe(true)
      }),
    )
  })
})
