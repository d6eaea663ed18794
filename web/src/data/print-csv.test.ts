import { expect, it } from 'vitest'
import { printCsv } from './print-csv.ts'

it('prints rows of texts and numbers', () => {
  expect(
    printCsv([
      ['Day', 'Open'],
      ['1 May', 12],
    ]),
  ).toBe('Day,Open\r\n1 May,12\r\n')
})

it('quotes what separates cells or rows', () => {
  expect(printCsv([['a,b', 'a "b"', 'two\nlines']])).toBe('"a,b","a ""b""","two\nlines"\r\n')
})

it('prints no text that a spreadsheet would run as a formula', () => {
  expect(printCsv([['=1+1', '@sum', '-x', -3]])).toBe("'=1+1,'@sum,'-x,-3\r\n")
  expect(printCsv([['\uFF1D1+1', '\uFF0B1', '\uFF0D1', '\uFF20sum']])).toBe(
    "'\uFF1D1+1,'\uFF0B1,'\uFF0D1,'\uFF20sum\r\n",
  )
})
