import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { runWithPauses } from '../../src/kit/concurrency/event-loop.ts'
import { isAccessFileLogin } from '../../src/subversion/model/access-file/access-file-login.ts'
import { findAccessFileProblems } from '../../src/subversion/model/access-file/check.ts'
import { mergeAccessFile, mergeParsed, parseAccessFilePart } from '../../src/subversion/model/access-file/merge.ts'
import { denyAllText, printAccessFile } from '../../src/subversion/model/access-file/print.ts'

import { runSteps } from '../kit/run-steps.ts'
import { runProgram } from '../kit/svn-client.ts'

const groups = new Map([
  ['members', ['alice', 'bob']],
  ['staff', ['bob']],
  ['empty', []],
])
const part = { groups, permissions: 'everyone reads' } as const
const front = '[groups]\nmembers = alice, bob\nstaff = bob\nempty =\n[/]\n* = r\n@members = rw\n'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-authz-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

describe.skipIf(inject('subversion') === null)("an access file, compared with Subversion's own evaluation", () => {
  const svnauthz = async (args: readonly string[], text: string) => {
    const file = path.join(directory, randomUUID())
    await writeFile(file, text)
    const { code, stdout } = await runProgram(inject('subversion')?.svnauthz ?? '', [...args, file])
    return { code, output: stdout.trim() }
  }
  const isValid = async (text: string): Promise<boolean> => (await svnauthz(['validate'], text)).code === 0
  /** The result of accessof for a file that Subversion rejects. */
  const rejected = ''
  const accessOf = async (text: string, login: string, at: string): Promise<string> =>
    (await svnauthz(['accessof', '--username', login, '--path', at], text)).output
  const accessOfEach = (text: string, logins: readonly string[], at: string): Promise<string[]> =>
    Promise.all(logins.map((login) => accessOf(text, login, at)))
  const mergeAndPrint = (text: string): string => {
    const merged = runSteps(mergeAccessFile(part, text))
    return 'ok' in merged ? printAccessFile(merged.ok) : denyAllText
  }

  it.each([
    ['* =\n@members = r\n@staff = rw', '/', { alice: 'r', bob: 'rw', eve: 'no' }],
    ['* = rw\n@members = rw', '/', { alice: 'rw', bob: 'rw', eve: 'rw' }],
  ] as const)('applies the last entries of [/]: %j', async (text, at, expected) => {
    expect(await accessOfEach(mergeAndPrint(`[/]\n${text}`), Object.keys(expected), at)).toEqual(
      Object.values(expected),
    )
  })

  it('denies access to a path below /', async () => {
    const text = mergeAndPrint('[/secret/]\n* =\n@members =\n@staff = rw')
    expect(await accessOfEach(text, ['alice', 'bob', 'eve'], '/secret/plan')).toEqual(['no', 'rw', 'no'])
    expect(await accessOfEach(text, ['alice', 'bob', 'eve'], '/open')).toEqual(['rw', 'rw', 'r'])
  })

  it('denies all access with the text of denyAllText, which is valid', async () => {
    expect(await isValid(denyAllText)).toBe(true)
    expect(await accessOf(denyAllText, 'alice', '/')).toBe('no')
  })

  it.each(['jean dupont', 'a@example.com', "o'neill", 'émile+x', '-r', '123', '.x'])(
    'grants the access of a group to the login %s and to no other login',
    async (login) => {
      expect(isAccessFileLogin(login)).toBe(true)
      const merged = runSteps(
        mergeAccessFile({ groups: new Map([['members', [login]]]), permissions: 'members only' }, ''),
      )
      const text = 'ok' in merged ? printAccessFile(merged.ok) : ''
      expect(await isValid(text)).toBe(true)
      expect(await accessOfEach(text, [login, 'eve', 'a', 'jean'], '/')).toEqual(['rw', 'no', 'no', 'no'])
    },
  )

  const line = fc.constantFrom(
    ...['* = r', '* =', '* = rw', 'alice = rw', 'alice =', 'bob = r', '@members = r', '@members =', '@staff = rw'],
    ...['@qa = r', '~alice = r', '@empty = rw', '# note', '', '\t', 'eve : rw'],
  )
  const bodyOf = fc.uniqueArray(line, { maxLength: 5, selector: (text) => text.split(/[=:]/)[0] })
  const section = fc.constantFrom('[/x]', '[/x/y]', '[/]', '[:glob:/x/*]', '[/y z]')
  const text = fc
    .uniqueArray(fc.tuple(section, bodyOf), { maxLength: 4, selector: ([name]) => name })
    .map((sections) => `[groups]\nqa = eve\n${sections.map(([name, body]) => [name, ...body].join('\n')).join('\n')}\n`)

  it('keeps its meaning when printed, if no entry is repeated', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom('alice', 'bob', 'eve'),
        fc.constantFrom('/', '/x', '/x/y/z', '/y z'),
        async (input, login, at) => {
          // Without the project's rules, so that Subversion reads the text unchanged.
          const textWithGroups = input.replace('[groups]\n', `${front.slice(0, front.indexOf('[/]'))}`)
          const merged = runSteps(mergeAccessFile({ groups, permissions: null }, input))
          if (!('ok' in merged)) return
          const before = await accessOf(textWithGroups, login, at)
          if (before !== rejected) expect(await accessOf(printAccessFile(merged.ok), login, at)).toBe(before)
        },
      ),
      { numRuns: 150 },
    )
  })

  const anything = fc
    .array(
      fc.oneof(
        line,
        section,
        fc.constantFrom('[groups]', '[Groups]', '[/x/]', '@gone = rw', ' rw', 'qa = dan', 'x'),
        fc.string(),
      ),
    )
    .map((lines) => lines.join('\n'))

  it('grants unknown users the access of *, and repeats no section, for any input', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (input) => {
        const merged = runSteps(mergeAccessFile(part, input))
        if (!('ok' in merged)) return
        const output = printAccessFile(merged.ok)
        // An unknown user has the access of *, or none if Subversion rejects the file.
        const unknownUser = await accessOf(output, 'somebody-else', '/')
        const written = merged.ok.get('/')?.get('*') ?? ''
        const accessOfAll = ['r', 'w'].filter((letter) => written.includes(letter)).join('')
        if (!/[~$]/.test(input)) expect(['', accessOfAll === '' ? 'no' : accessOfAll]).toContain(unknownUser)
        const headers = output.split('\n').filter((each) => each.startsWith('['))
        expect(new Set(headers).size).toBe(headers.length)
      }),
      { numRuns: 150 },
    )
  })

  const principal = fc.constantFrom(
    ...['*', 'bob', '~bob', '~~bob', '~*', '*bob', '$anonymous', '$some', '~$authenticated', '@staff', '~@staff'],
    ...[
      '@gone',
      '~@gone',
      '&al',
      '~&al',
      '&gone',
      '@',
      '&',
      '$',
      '~',
      '~ bob',
      '@al',
      'b b',
      '~@',
      '~&',
      '~*b',
      '%(a)s',
    ],
  )
  const place = fc.constantFrom(
    ...[
      '/',
      '/x',
      '/x/',
      '/x//',
      '//',
      '/x/../y',
      '/./x',
      '/x.',
      'x',
      ' /x',
      '/x ',
      '',
      'main:/x',
      ':/x',
      'main:x',
      'a:b:/x',
    ],
    ...[
      ':glob:/*',
      ':glob:/**/x/',
      ':glob:x',
      ':glob:main:/*',
      ':glob::/x',
      ':GLOB:/x',
      ':glob:',
      ':x:/y',
      'a/b:/x',
      '/a:b',
    ],
    ...['Aliases', 'aliases', 'groups', 'GROUPS', 'other', '/é'],
  )
  const member = fc.constantFrom(
    'bob',
    '@staff',
    '@qa',
    '@dev',
    '@gone',
    '&al',
    '&gone',
    '',
    ' ',
    '*',
    '~bob',
    '@members',
  )
  const wordOfGroups = fc
    .tuple(
      fc.constantFrom('qa', 'dev', 'ops', 'al', '@qa', '~q', '*', '$q', '&al', 'q q'),
      fc.array(member, { maxLength: 3 }),
    )
    .map(([name, members]) => `${name} = ${members.join(', ')}`)
  const wordOfRules = fc
    .tuple(principal, fc.constantFrom('r', 'rw', '', 'w', 'x', 'r w', 'R'))
    .map(([login, mode]) => `${login} = ${mode}`)
  const anyText = fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.tuple(place, fc.array(wordOfRules, { maxLength: 3 })) },
        {
          weight: 2,
          arbitrary: fc.tuple(fc.constantFrom('groups', 'Groups', 'aliases'), fc.array(wordOfGroups, { maxLength: 3 })),
        },
      ),
      { maxLength: 4 },
    )
    .map((sections) => sections.map(([name, lines]) => [`[${name}]`, ...lines].join('\n')).join('\n'))

  it('is rejected by Subversion exactly if the line check reports a fatal problem', async () => {
    let [valid, rejected] = [0, 0]
    await fc.assert(
      fc.asyncProperty(anyText, async (input) => {
        const written = parseAccessFilePart(part, input)
        // Texts that cannot be parsed are not sent to Subversion.
        if (written.problems.length > 0) return
        const isAccepted = await isValid(printAccessFile(mergeParsed(part, written)))
        const problems = await runWithPauses(findAccessFileProblems(part, input))
        expect(problems.some(({ isFatal }) => isFatal)).toBe(!isAccepted)
        if (isAccepted) valid += 1
        else rejected += 1
      }),
      { numRuns: 400 },
    )
    expect(Math.min(valid, rejected)).toBeGreaterThan(10)
  })
})
