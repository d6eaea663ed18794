import { expect, it } from 'vitest'
import { neutralizeFormula } from './table-row.ts'

it.each(['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1', '\uFF1D1+1', '\uFF0B1', '\uFF0D1', '\uFF20sum'])(
  'puts an apostrophe before the text %j, which a spreadsheet would run as a formula',
  (text) => expect(neutralizeFormula(text)).toBe(`'${text}`),
)

it.each(['a=b', "'=1", '', '\u30001'])('keeps the text %j', (text) => expect(neutralizeFormula(text)).toBe(text))

it('keeps numbers', () => expect(neutralizeFormula(-5)).toBe('-5'))
