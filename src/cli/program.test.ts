import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseAccountStatus } from './arguments/account-status.ts'
import { assertLoginName } from './arguments/assert-login-name.ts'
import { parseExpiry } from './arguments/parse-expiry.ts'
import { commands } from './commands.ts'
import type { CliIo } from './context/cli-io.ts'
import { commandExamples } from './output/command-examples.ts'
import { formatColumns } from './output/format-columns.ts'
import { formatSize } from './output/format-size.ts'
import { createProgram } from './program.ts'

const silentIo: CliIo = { env: {}, stdin: process.stdin, isTerminal: false, out() {}, error() {} }

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
  expect(formatColumns({}, rows)).toEqual(['ID   LOGIN      NAME', '7    ed         Ed Low', '102  josephine'])
})

it('columns fit the width of a terminal: the last one is wrapped, others are cut', () => {
  const rows = [
    ['ID', 'NAME', 'MEANING'],
    ['7', 'a name of many words', 'what it is for, in some more words'],
    ['102', 'short', 'averyveryverylongwordthathasnoblanks'],
  ]
  expect(formatColumns({ width: 200 }, rows)).toEqual(formatColumns({}, rows))
  expect(formatColumns({ width: 55 }, rows)).toEqual([
    'ID   NAME                  MEANING',
    '7    a name of many words  what it is for, in some more',
    '                           words',
    '102  short                 averyveryverylongwordthathas',
    '                           noblanks',
  ])
  expect(formatColumns({ width: 40 }, rows)).toEqual([
    'ID   NAME       MEANING',
    '7    a name o…  what it is for, in some',
    '                more words',
    '102  short      averyveryverylongwordtha',
    '                thasnoblanks',
  ])
  expect(formatColumns({ width: 10 }, [['one line that is too long']])).toEqual(['one line that is too', 'long'])
})

it.each(Object.keys(commands))('%s has examples, which are parsed', async (path) => {
  const examples = commandExamples[path] ?? []
  expect(examples.length).toBeGreaterThan(0)
  for (const example of examples) {
    expect(example.startsWith(path)).toBe(true)
    const program = createProgram({ ...silentIo, error: (text) => expect.unreachable(text) })
    const command = path
      .split(' ')
      .reduce((above, name) => above.commands.find((each) => each.name() === name) ?? above, program)
    let hasRun = false
    command.action(() => {
      hasRun = true
    })
    // As a shell splits it, without redirections.
    const words = [...example.replace(/ [<>] .*/, '').matchAll(/(?:"[^"]*"|\S)+/g)]
    await program.parseAsync(
      words.map(([word]) => word.replaceAll('"', '')),
      { from: 'user' },
    )
    expect([example, hasRun]).toEqual([example, true])
  }
})

it('the help of a command ends with its examples', () => {
  const pieces: string[] = []
  const program = createProgram({ ...silentIo, out: (text) => pieces.push(text) })
  expect(() => program.parse(['tracker', 'delete', '--help'], { from: 'user' })).toThrow('outputHelp')
  expect(pieces.join('')).toMatch(/\n\nExamples:\n {2}tulipwood tracker delete 12\n$/)
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

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1557, '1.5 kB'],
  [999_999, '999.9 kB'],
  [1_000_000, '1 MB'],
  [5e15, '5000 TB'],
])('formats %d bytes as %s', (bytes, text) => expect(formatSize(bytes)).toBe(text))

it.each([
  ['josé', 'can contain letters of the English alphabet'],
  ['ab', 'has at least 3 characters'],
  ['a'.repeat(31), 'has at most 30 characters'],
  ['root', 'is reserved'],
])('rejects the login %s with the rule', (login, rule) => {
  expect(() => assertLoginName(login)).toThrow(rule)
  expect(() => assertLoginName(login)).toThrow(`(got "${login}")`)
})

it.each(['2027-02-30', 'tomorrow', '31.01.2027', ''])('rejects the date %j', (text) =>
  expect(() => parseExpiry(text)).toThrow('Invalid date'),
)
