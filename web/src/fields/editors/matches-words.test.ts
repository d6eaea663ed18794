import { expect, it } from 'vitest'
import { fold } from './fold.ts'
import { createWordMatcher } from './matches-words.ts'

it.each([
  ['', 'anything', true],
  ['  ', 'anything', true],
  ['roof', 'Roof tiles', true],
  ['TIL', 'Roof tiles', true],
  ['til ro', 'Roof tiles', true],
  ['ile', 'Roof tiles', false],
  ['oof til', 'Roof tiles', false],
  ['til', 'multi-til (old)', true],
  ['ti', 'xti.tix', true],
  ['elan', 'Élan', true],
  ['Élan', 'elan', true],
  ['1.2', 'Version 1.2', true],
  ['2', 'Version 1.2', true],
])('the typed text "%s" finds "%s": %s', (text, label, isFound) =>
  expect(createWordMatcher(text)([fold(label)])).toBe(isFound),
)
it('each typed word may be found in another text', () => {
  const matches = createWordMatcher('ada love')
  expect(matches(['lovelace', 'ada'])).toBe(true)
  expect(matches(['lovelace', ''])).toBe(false)
})
it('folding removes case and accents, and changes nothing else', () => {
  expect(fold('ÇA VA – naïve Straße')).toBe('ca va – naive straße')
  expect(fold('Plain ASCII (7)')).toBe('plain ascii (7)')
})
