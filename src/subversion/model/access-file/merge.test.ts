import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runSteps } from '../../../../test/kit/run-steps.ts'
import { commentOutUnknownGroups } from './comment-out.ts'
import { type DefaultPermissions, mergeAccessFile } from './merge.ts'
import { parseAccessFile } from './parse.ts'
import { printAccessFile } from './print.ts'

const groups = new Map([
  ['members', ['alice', 'bob']],
  ['staff', ['bob']],
  ['empty', []],
])

const merged = (text: string, permissions: DefaultPermissions = 'everyone reads'): string => {
  const result = runSteps(mergeAccessFile({ groups, permissions }, text))
  return 'ok' in result ? printAccessFile(result.ok).split('\n').slice(1).join('\n') : `problem: ${result.problem}`
}

const allGroups = '[groups]\nmembers = alice, bob\nstaff = bob\nempty =\n'

describe('mergeAccessFile', () => {
  it.each([
    ['everyone reads', `${allGroups}\n[/]\n* = r\n@members = rw\n`],
    ['members only', `${allGroups}\n[/]\n* =\n@members = rw\n`],
    [null, allGroups],
  ] as const)('without text of administrators has the rules "%s"', (permissions, text) => {
    expect(merged('', permissions)).toBe(text)
  })

  it('overrides entries of the project by name and has each section once', () => {
    expect(merged('[/]\n* =\n@members = r\n@staff = rw')).toBe(`${allGroups}\n[/]\n* =\n@members = r\n@staff = rw\n`)
  })

  it('keeps other entries of the project', () => {
    expect(merged('[/]\n* =')).toBe(`${allGroups}\n[/]\n* =\n@members = rw\n`)
  })

  it('redefines groups in any spelling of [groups]', () => {
    expect(merged('[Groups]\nmembers = carol\nqa = dan, @staff', null)).toBe(
      '[groups]\nmembers = carol\nstaff = bob\nempty =\nqa = dan, @staff\n',
    )
  })

  it('continues the part of the project', () => {
    expect(merged('@staff = r\r\n[/x/]\r\n* =')).toBe(
      `${allGroups}\n[/]\n* = r\n@members = rw\n@staff = r\n\n[/x]\n* =\n`,
    )
    expect(merged('qa = dan', null)).toBe(`${allGroups}qa = dan\n`)
  })

  it('ignores text after a section header, as Subversion does', () => {
    expect(merged('[/x] * = rw')).toBe(`${allGroups}\n[/]\n* = r\n@members = rw\n\n[/x]\n`)
  })

  it('rejects groups that Subversion would need too long for', () => {
    const chain = Array.from({ length: 51 }, (_, n) => `g${n + 1} = @g${n}`).join('\n')
    expect(merged(`g0 = bob\n${chain}`, null)).toBe(
      'problem: line 52: the group "g51" is nested more than 50 levels deep',
    )
  })

  it('rejects sections with more rules than Subversion can compare in time', () => {
    const text = ['[/x]', ...Array.from({ length: 10_001 }, (_, n) => `user${n} = r`)].join('\n')
    expect(merged(text)).toBe('problem: line 10002: the section "/x" has more than 10000 rules')
  })

  it('joins continuation lines', () => {
    expect(merged('[groups]\nqa = dan,\n  eve\n\n[/]\n@qa = rw', null)).toBe(
      `${allGroups}qa = dan, eve\n\n[/]\n@qa = rw\n`,
    )
  })

  it.each([
    ['[/x]\n@gone = rw\n* =', '[/x]\n* =\n'],
    ['[/x]\n@Staff = rw\n@staff rw', '[/x]\n'],
    ['[:glob:/x/*]\n* =', '[:glob:/x/*]\n* =\n'],
  ])('parses %j as %j', (text, part) => {
    expect(merged(text)).toContain(part)
    expect(merged(text)).not.toContain('@gone')
  })

  it.each([
    ['garbage', 'line 1'],
    ['[/x', 'line 1'],
    ['\n= rw', 'line 2'],
    ['[/]\n\n * = r', 'line 3'],
    ['[/]\n # a note', 'line 2'],
    ['[/]\na\0b = rw', 'line 2'],
    ['* = r\n [/x]\n* =', 'line 1'],
    ['[/x]\n* = read', 'line 2'],
    ['[/x]\n* = w\n* = r', 'line 2'],
    ['\uFEFF[/secret]\n* =', 'line 1'],
  ])('rejects %j', (text, where) => {
    expect(merged(text)).toContain(`problem: ${where}: `)
  })

  it('does not treat other Unicode blanks as blanks', () => {
    expect(merged('[/x]\nalice\u00a0 = rw')).toContain('\nalice\u00a0 = rw\n')
  })
})

describe('commentOutUnknownGroups', () => {
  it('comments lines out without other changes, keeping carriage returns', () => {
    const text =
      '[/]\r\n* = r\r\n @gone = rw\r\n@members = rw\r\n@Staff=r\r\n@staff\r\n[groups]\r\nqa = dan\r\n[/x]\r\n@qa : r'
    expect(commentOutUnknownGroups(text, new Set(groups.keys()))).toBe(
      '[/]\r\n* = r\r\n#  @gone = rw\r\n@members = rw\r\n# @Staff=r\r\n# @staff\r\n[groups]\r\nqa = dan\r\n[/x]\r\n@qa : r',
    )
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(lines, (text) => {
        const once = commentOutUnknownGroups(text, new Set(groups.keys()))
        expect(commentOutUnknownGroups(once, new Set(groups.keys()))).toBe(once)
      }),
    )
  })
})

const piece = fc.constantFrom(
  ...['[/]', '[/x]', '[/x/]', '[groups]', '[GROUPS]', '* = r', '*=', '@members = rw', '@gone=', '@staff:r', 'qa = dan'],
  ...[
    '  eve',
    '',
    '# note',
    'alice = rw',
    '~@staff = ',
    '@qa = rw',
    '[r:/y/]',
    '= r',
    'x',
    '\ty',
    '[/x] * = r',
    '&a = r',
  ],
)
const lines = fc.array(piece, { maxLength: 12 }).map((all) => all.join('\n'))

describe('printAccessFile', () => {
  it('round-trips, with each section once', () => {
    fc.assert(
      fc.property(
        lines,
        fc.constantFrom<DefaultPermissions>('everyone reads', 'members only', null),
        (text, permissions) => {
          const result = runSteps(mergeAccessFile({ groups, permissions }, text))
          if ('problem' in result) return
          const back = parseAccessFile(printAccessFile(result.ok), '')
          expect(back.problems).toEqual([])
          expect(new Set(back.sections.map(({ name }) => name)).size).toBe(back.sections.length)
          const entries = [...result.ok].flatMap(([section, of]) =>
            [...of].map(([key, value]) => `${section} ${key} ${value}`),
          )
          expect(back.assignments.map(({ section, key, value }) => `${section} ${key} ${value}`).sort()).toEqual(
            entries.sort(),
          )
        },
      ),
    )
  })
})
