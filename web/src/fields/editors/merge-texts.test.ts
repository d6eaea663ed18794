import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinParts, mergeTexts, splitWords } from './merge-texts.ts'

const merge = (base: string, theirs: string, mine: string) => mergeTexts(base, theirs, mine) ?? []
const anyText = fc
  .array(fc.constantFrom('oak ', 'keel ', 'é', '. ', '\n', 'one', ' ', '**'), { maxLength: 25 })
  .map((words) => words.join(''))

describe('two versions of a text', () => {
  it('are merged by words, and what both changed is marked', () => {
    const base = 'Bed in Sikaflex 291. Lifting on Wednesday, Anton has the crane.'
    const theirs = 'Bed in Sikaflex 291, not epoxy. Lifting on Friday, Anton has the crane.'
    const mine = 'Bed in Sikaflex 291. Lifting on Thursday after ten, Anton has the crane.'
    const parts = merge(base, theirs, mine)
    expect(joinParts(parts)).toBe('Bed in Sikaflex 291, not epoxy. Lifting on Thursday after ten, Anton has the crane.')
    expect(parts.filter(({ kind }) => kind !== 'both')).toEqual([
      { kind: 'theirs', text: ', not epoxy' },
      { kind: 'overlap', text: 'Thursday after ten', theirs: 'Friday' },
    ])
  })

  it('are split into words that joined are the text again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(splitWords(text).join('')).toBe(text)
      }),
    )
  })

  it('become the version of the only one who changed something', () => {
    fc.assert(
      fc.property(anyText, anyText, (base, changed) => {
        expect(joinParts(merge(base, base, changed))).toBe(changed)
        expect(joinParts(merge(base, changed, base))).toBe(changed)
        const same = merge(base, changed, changed)
        expect(joinParts(same)).toBe(changed)
        expect(same.every(({ kind }) => kind === 'both')).toBe(true)
      }),
    )
  })

  it('lose nothing: with their parts where both changed something, what both agree on stays', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (base, theirs, mine) => {
        const parts = merge(base, theirs, mine)
        const swapped = merge(base, mine, theirs)
        // Both directions find the same parts, with the roles exchanged.
        const roles = { both: 'both', mine: 'theirs', theirs: 'mine', overlap: 'overlap' } as const
        expect(swapped.map(({ kind }) => kind)).toEqual(parts.map(({ kind }) => roles[kind]))
        expect(swapped.map(({ theirs: other, text }) => other ?? text)).toEqual(parts.map(({ text }) => text))
        const isClear = parts.every(({ kind }) => kind !== 'overlap')
        if (isClear) expect(joinParts(swapped)).toBe(joinParts(parts))
      }),
    )
  })

  it('keep changes at different places of a text', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (first, last, added) => {
        const base = `${first}|middle|${last}`
        const theirs = `${added}!${base}`
        const mine = `${base}!${added}`
        expect(joinParts(merge(base, theirs, mine))).toBe(`${added}!${base}!${added}`)
      }),
    )
  })
})
