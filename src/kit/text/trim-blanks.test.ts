import { describe, expect, it } from 'vitest'
import { trimBlanks } from './trim-blanks.ts'

describe('a text', () => {
  it.each([
    [' \t\r\n\va b\n\t ', 'a b'],
    ['\u00A0a\u00A0 ', '\u00A0a\u00A0'],
    ['\u3000\uFEFF\n', '\u3000\uFEFF'],
    [' \n', ''],
    ['', ''],
  ])('%j is trimmed to %j', (text, trimmed) => {
    expect(trimBlanks(text)).toBe(trimmed)
  })
})
