import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { runWithPauses } from '../../src/kit/event-loop.ts'
import { findAccessFileProblems } from '../../src/subversion/model/access-file/check.ts'
import { mergeAccessFile, mergeParsed, parseAccessFilePart } from '../../src/subversion/model/access-file/merge.ts'
import { isNameableLogin } from '../../src/subversion/model/access-file/nameable-login.ts'
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

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tulipwood-authz-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.skipIf(inject('subversion') === null)('an access file, as Subversion itself takes it', () => {
  const svnauthz = async (args: readonly string[], text: string) => {
    const file = path.join(folder, randomUUID())
    await writeFile(file, text)
    const { code, stdout } = await runProgram(inject('subversion')?.svnauthz ?? '', [...args, file])
    return { code, said: stdout.trim() }
  }
  const isValid = async (text: string): Promise<boolean> => (await svnauthz(['validate'], text)).code === 0
  /** What it says of access in a file that it does not take. */
  const refused = ''
  const accessOf = async (text: string, login: string, at: string): Promise<string> =>
    (await svnauthz(['accessof', '--username', login, '--path', at], text)).said
  const accessOfEach = (text: string, logins: readonly string[], at: string): Promise<string[]> =>
    Promise.all(logins.map((login) => accessOf(text, login, at)))
  const printed = (text: string): string => {
    const merged = runSteps(mergeAccessFile(part, text))
    return 'ok' in merged ? printAccessFile(merged.ok) : denyAllText
  }

  it.each([
    ['* =\n@members = r\n@staff = rw', '/', { alice: 'r', bob: 'rw', eve: 'no' }],
    ['* = rw\n@members = rw', '/', { alice: 'rw', bob: 'rw', eve: 'rw' }],
  ] as const)('gives what [/] says last: %j', async (text, at, wanted) => {
    expect(await accessOfEach(printed(`[/]\n${text}`), Object.keys(wanted), at)).toEqual(Object.values(wanted))
  })

  it('shuts what a path below says is shut', async () => {
    const text = printed('[/secret/]\n* =\n@members =\n@staff = rw')
    expect(await accessOfEach(text, ['alice', 'bob', 'eve'], '/secret/plan')).toEqual(['no', 'rw', 'no'])
    expect(await accessOfEach(text, ['alice', 'bob', 'eve'], '/open')).toEqual(['rw', 'rw', 'r'])
  })

  it('is refused as a whole when it gives nobody anything, by nobody', async () => {
    expect(await isValid(denyAllText)).toBe(true)
    expect(await accessOf(denyAllText, 'alice', '/')).toBe('no')
  })

  it.each(['jean dupont', 'a@example.com', "o'neill", 'émile+x', '-r', '123', '.x'])(
    'gives an account called %s what its group has, and no other account',
    async (login) => {
      expect(isNameableLogin(login)).toBe(true)
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

  it('means what it meant before it was printed, where nothing is said twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom('alice', 'bob', 'eve'),
        fc.constantFrom('/', '/x', '/x/y/z', '/y z'),
        async (sent, who, at) => {
          // Without a project in front, so that Subversion takes the text as it was sent.
          const alone = sent.replace('[groups]\n', `${front.slice(0, front.indexOf('[/]'))}`)
          const merged = runSteps(mergeAccessFile({ groups, permissions: null }, sent))
          if (!('ok' in merged)) return
          const before = await accessOf(alone, who, at)
          if (before !== refused) expect(await accessOf(printAccessFile(merged.ok), who, at)).toBe(before)
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

  it('gives strangers what everybody has, and names no section twice, whatever was written', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (sent) => {
        const merged = runSteps(mergeAccessFile(part, sent))
        if (!('ok' in merged)) return
        const output = printAccessFile(merged.ok)
        // Somebody of whom nothing speaks gets what everybody gets, or nothing where Subversion refuses the file.
        const stranger = await accessOf(output, 'somebody-else', '/')
        const written = merged.ok.get('/')?.get('*') ?? ''
        const everybody = ['r', 'w'].filter((letter) => written.includes(letter)).join('')
        if (!/[~$]/.test(sent)) expect(['', everybody === '' ? 'no' : everybody]).toContain(stranger)
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
    .map(([who, mode]) => `${who} = ${mode}`)
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

  it('is refused for what the check by lines calls fatal, and for nothing else', async () => {
    let [valid, refused] = [0, 0]
    await fc.assert(
      fc.asyncProperty(anyText, async (sent) => {
        const written = parseAccessFilePart(part, sent)
        // What could not be read is more than Subversion is asked about.
        if (written.problems.length > 0) return
        const isTaken = await isValid(printAccessFile(mergeParsed(part, written)))
        const problems = await runWithPauses(findAccessFileProblems(part, sent))
        expect(problems.some(({ isFatal }) => isFatal)).toBe(!isTaken)
        if (isTaken) valid += 1
        else refused += 1
      }),
      { numRuns: 400 },
    )
    expect(Math.min(valid, refused)).toBeGreaterThan(10)
  })
})
