import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readAccountState } from './account-state.ts'
import { inColumns } from './columns.ts'
import { commands } from './commands.ts'
import { readExpiry } from './expiry.ts'

it('every file of commands/ is the command it is named after, and no other is listed', () => {
  const files = readdirSync(new URL('commands', import.meta.url)).map((file) => file.replace('.ts', ''))
  expect(files.sort()).toEqual(
    Object.keys(commands)
      .map((path) => path.replaceAll(' ', '-'))
      .sort(),
  )
})

it('columns stand below each other, and lines end with their last word', () => {
  const rows = [
    ['ID', 'LOGIN', 'NAME'],
    ['7', 'ed', 'Ed Low'],
    ['102', 'josephine', ''],
  ]
  expect(inColumns(rows)).toEqual(['ID   LOGIN      NAME', '7    ed         Ed Low', '102  josephine'])
})

it.each([
  ['active', 'A'],
  ['Restricted', 'R'],
  ['s', 'S'],
  ['D', 'D'],
  ['pending', 'P'],
])('the state %s is %s', (text, state) => expect(readAccountState(text)).toBe(state))

it.each([
  ['2027-01-31', Date.UTC(2027, 0, 31, 23, 59, 59)],
  ['2027-01-31T12:00:00+01:00', Date.UTC(2027, 0, 31, 11)],
])('a key that expires on %s', (text, moment) => expect(readExpiry(text)).toBe(moment / 1000))

it.each(['2027-02-30', 'tomorrow', '31.01.2027', ''])('%j is no date', (text) =>
  expect(() => readExpiry(text)).toThrow('is no date'),
)
