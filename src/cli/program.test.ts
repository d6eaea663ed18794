import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseAccountStatus } from './account-status.ts'
import { commands } from './commands.ts'
import { formatColumns } from './format-columns.ts'
import { parseExpiry } from './parse-expiry.ts'

it('commands.ts lists exactly the files of commands/', () => {
  const files = readdirSync(new URL('commands', import.meta.url)).map((file) => file.replace('.ts', ''))
  expect(files.sort()).toEqual(
    Object.keys(commands)
      .map((path) => path.replaceAll(' ', '-'))
      .sort(),
  )
})

it('columns are aligned and lines have no trailing blanks', () => {
  const rows = [
    ['ID', 'LOGIN', 'NAME'],
    ['7', 'ed', 'Ed Low'],
    ['102', 'josephine', ''],
  ]
  expect(formatColumns(rows)).toEqual(['ID   LOGIN      NAME', '7    ed         Ed Low', '102  josephine'])
})

it.each([
  ['active', 'A'],
  ['Restricted', 'R'],
  ['s', 'S'],
  ['D', 'D'],
  ['pending', 'P'],
])('parses the account status %s as %s', (text, state) => expect(parseAccountStatus(text)).toBe(state))

it.each([
  ['2027-01-31', Date.UTC(2027, 0, 31, 23, 59, 59)],
  ['2027-01-31T12:00:00+01:00', Date.UTC(2027, 0, 31, 11)],
])('parses the expiry date %s', (text, moment) => expect(parseExpiry(text)).toBe(moment / 1000))

it.each(['2027-02-30', 'tomorrow', '31.01.2027', ''])('rejects the date %j', (text) =>
  expect(() => parseExpiry(text)).toThrow('Invalid date'),
)
