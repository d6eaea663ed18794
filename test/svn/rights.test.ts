import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { mergeParsed, parseAccessFilePart } from '../../src/subversion/model/access-file/merge.ts'
import { printAccessFile } from '../../src/subversion/model/access-file/print.ts'
import { readRightsOf } from '../../src/subversion/model/access-file/read-rights.ts'
import { runProgram } from '../kit/svn-client.ts'

const segment = fc.constantFrom('a', 'b', 'c d', 'é', 'ab')
const somePath = fc.array(segment, { maxLength: 3 }).map((segments) => `/${segments.join('/')}`)
const literal = fc.oneof(
  { weight: 5, arbitrary: somePath },
  { weight: 2, arbitrary: somePath.map((each) => `main:${each}`) },
  { weight: 1, arbitrary: somePath.map((each) => `other:${each}`) },
)
const pattern = fc.constantFrom(':glob:/**/b', ':glob:/a/*', ':glob:main:/*/c d', ':glob:other:/a', ':glob:/a')
const principal = fc.constantFrom(
  ...['*', 'bob', '~bob', 'eve', '~eve', '@members', '~@members', '@staff', '~@staff', '@none', '~@none'],
  ...[
    '@some',
    '~@some',
    '&al',
    '~&al',
    '@aliased',
    '$anonymous',
    '~$anonymous',
    '$authenticated',
    '~$authenticated',
    '~',
  ],
)
const entry = fc.tuple(principal, fc.constantFrom('', 'r', 'rw')).map(([user, mode]) => `${user} = ${mode}`)
const textWith = (section: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(section, fc.array(entry, { maxLength: 3 })), { maxLength: 6 })
    .map((sections) => sections.map(([name, lines]) => [`[${name}]`, ...lines].join('\n')).join('\n'))
    .map((text) => `[groups]\nnone =\nsome = @staff, dan, @none\naliased = &al\n[aliases]\nal = eve\n${text}`)

const part = (permissions: 'everyone reads' | 'members only' | null) => ({
  groups: new Map([
    ['members', ['alice', 'bob']],
    ['staff', ['bob']],
  ]),
  permissions,
})

describe.skipIf(inject('subversion') === null)('read permissions computed without Subversion', () => {
  const everything = [
    fc.array(somePath, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('alice', 'bob', 'eve', 'dan', 'zoe', null),
    fc.constantFrom('everyone reads' as const, 'members only' as const, null),
  ] as const

  /**
   * Returns the paths that our rules allow and those that Subversion allows, or undefined if the text cannot be parsed.
   */
  async function compareRights(
    text: string,
    paths: readonly string[],
    login: string | null,
    front: ReturnType<typeof part>,
  ) {
    const written = parseAccessFilePart(front, text)
    if (written.problems.length > 0) return undefined
    const rules = mergeParsed(front, written)
    const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-rights-'))
    const file = path.join(directory, 'access')
    await writeFile(file, printAccessFile(rules))
    const user = login === null ? [] : ['--username', login]
    const allowed: string[] = []
    let isRefused = false
    for (const each of new Set(paths)) {
      const args = ['accessof', '--path', each, '--repository', 'main', ...user, file]
      const { code, stdout } = await runProgram(inject('subversion')?.svnauthz ?? '', args)
      if (code !== 0) isRefused = true
      else if (stdout.trim() !== 'no') allowed.push(each)
    }
    await rm(directory, { recursive: true })
    const rights = readRightsOf(rules, 'main', login)
    const ours = [...new Set(paths)].filter((each) => rights.canRead(each))
    return { given: allowed, ours, isRefused, rights }
  }

  it('equal those of Subversion for each path', async () => {
    let [some, none] = [0, 0]
    await fc.assert(
      fc.asyncProperty(textWith(literal), ...everything, async (text, paths, login, permissions) => {
        const result = await compareRights(text, paths, login, part(permissions))
        if (result === undefined) return
        expect(result.isRefused).toBe(false)
        expect(result.ours).toEqual(result.given)
        // A user who can read everything below a path can read each path below it.
        for (const top of paths.filter((each) => result.rights.canReadBelow(each)))
          for (const each of paths) if (each.startsWith(`${top}/`)) expect(result.given).toContain(each)
        if (result.given.length > 0) some += 1
        else none += 1
      }),
      { numRuns: 100 },
    )
    expect(Math.min(some, none)).toBeGreaterThan(10)
  })

  it('never exceed those of Subversion, with any patterns', async () => {
    let allowed = 0
    await fc.assert(
      fc.asyncProperty(
        textWith(fc.oneof({ weight: 3, arbitrary: literal }, { weight: 1, arbitrary: pattern })),
        ...everything,
        async (text, paths, login, permissions) => {
          const result = await compareRights(text, paths, login, part(permissions))
          if (result === undefined || result.isRefused) return
          expect(result.given).toEqual(expect.arrayContaining(result.ours))
          allowed += result.ours.length
        },
      ),
      { numRuns: 100 },
    )
    expect(allowed).toBeGreaterThan(10)
  })
})
