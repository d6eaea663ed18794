import { describe, expect, it } from 'vitest'
import { negotiateLanguage, parseLanguage } from './language.ts'

describe('the language of a request', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['fr', 'fr'],
    ['fr-CA', 'fr'],
    ['FR-fr;q=0.9, en;q=0.8', 'fr'],
    ['en-GB, fr;q=0.9', 'en'],
    ['de, es;q=0.9, fr;q=0.5', 'fr'],
    ['de', 'en'],
    ['de, *;q=0.5', 'en'],
    ['*;q=0.1, fr;q=0.5', 'fr'],
    ['fr;q=0', 'en'],
    ['fr;q=0, en', 'en'],
    ['fr;q=7, en;q=0.1', 'en'],
    ['fr;q=x, en;q=0.9', 'fr'],
    ['french', 'en'],
    [';;,,q=', 'en'],
  ])('for Accept-Language %j is %s', (header, expected) =>
    expect(negotiateLanguage({ 'accept-language': header })).toBe(expected),
  )

  it.each([
    ['language=fr', 'fr'],
    ['a=b; language=en; c=d', 'en'],
    ['language=de', 'fr'],
    ['xlanguage=en', 'fr'],
    ['language=', 'fr'],
  ])('with the cookie %j and Accept-Language fr is %s', (cookie, expected) =>
    expect(negotiateLanguage({ cookie, 'accept-language': 'fr' })).toBe(expected),
  )
})

describe('a language tag', () => {
  it.each([
    ['fr', 'fr'],
    ['fr_FR', 'fr'],
    ['EN-us', 'en'],
    ['frr', undefined],
    ['', undefined],
  ])('%j names %s', (tag, expected) => expect(parseLanguage(tag)).toBe(expected))
})
