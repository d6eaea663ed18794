import { describe, expect, it } from 'vitest'
import { runSteps } from '../../../../test/kit/run-steps.ts'
import { findAccessFileProblems } from './check.ts'
import type { DefaultPermissions } from './merge.ts'

const groups = new Map([
  ['members', ['alice', 'bob']],
  ['staff', ['bob']],
])

function problemsOf(text: string, permissions: DefaultPermissions = 'members only'): string[] {
  return runSteps(findAccessFileProblems({ groups, permissions }, text)).map(
    ({ line, message, isFatal }) => `${line}${isFatal ? '!' : ''} ${message}`,
  )
}

describe('findAccessFileProblems', () => {
  it.each(['', '[/]\n* = r', '\r\n[/x/]\r\n@members = rw\r\n~@staff =\r\n$anonymous = r\r\n', '* = rw'])(
    'accepts %j',
    (text) => {
      expect(problemsOf(text)).toEqual([])
    },
  )

  it('reports every invalid line', () => {
    const text = '[/]\ngarbage\n* = read\n* = r\n[/x\n = r\nbob = w\na\u0007b = r\n\n  eve = r\n= rw'
    expect(problemsOf(text)).toEqual([
      '2! expected a name and "="',
      '3! "*" must have r, rw or an empty value',
      '5! a section must end with "]"',
      '7! "bob" must have r, rw or an empty value',
      '8! control characters are not allowed',
      '10! a line must not begin with a blank',
      '11! expected a name and "="',
    ])
  })

  it('refuses more than 20,000 lines, whatever they hold', () => {
    expect(problemsOf(`${'\n'.repeat(19_999)}* = read`)).toEqual(['20000! "*" must have r, rw or an empty value'])
    expect(problemsOf(`${'\n'.repeat(20_000)}* = read`)).toEqual(['20001! an access file has at most 20000 lines'])
  })

  it('counts leading blank lines', () => {
    expect(problemsOf('\n\r\n  \n\n* = read')).toEqual(['5! "*" must have r, rw or an empty value'])
  })

  it('reports valid lines that Subversion rejects', () => {
    const text = [
      '[trunk]',
      '[/a//b]',
      '[/a/../b]',
      '[:glob:x]',
      '[:glob:/a/*]',
      '[main:/a]',
      '[:/a]',
      '[/]',
      '~~bob = r',
      '*bob = r',
      '~* = r',
      '$somebody = r',
      '~@gone = r',
      '&gone = r',
      '[groups]',
      'one = @two',
      'two = @one, bob',
      'three = @one, @gone, &gone',
      '@four = bob',
      '[aliases]',
      '&five = bob',
    ]
    expect(problemsOf(text.join('\n'))).toEqual([
      '1! a section is a path that begins with "/"',
      '2! a path has no empty name, "." or ".." in it',
      '3! a path has no empty name, "." or ".." in it',
      '4! a section is a path that begins with "/"',
      '7! a section is a path that begins with "/"',
      '9! "~~bob" is inverted twice',
      '10! "*" cannot be part of a name',
      '11! "~*" matches no user',
      '12! Subversion does not know "$somebody"',
      '13! unknown group "@gone"',
      '14! unknown alias "&gone"',
      '16! the group "one" is a member of itself',
      '17! the group "two" is a member of itself',
      '18! unknown group "@gone"',
      '18! unknown alias "&gone"',
      '19! a name must not begin with "@"',
      '21! a name must not begin with "&"',
    ])
  })

  it('ignores overridden entries', () => {
    expect(problemsOf('[groups]\nqa = @gone\nqa = bob\n[/]\n@qa = r')).toEqual([])
  })

  it('reports lines that become comments and text after sections as not fatal', () => {
    expect(problemsOf('[/] * = rw\n@members = rw\n  @gone = rw\n@Staff = r\n@staff rw')).toEqual([
      '1 the text after "]" is ignored',
      '3 unknown group "@gone"',
      '4 unknown group "@Staff"',
      '5 expected a name and "="',
    ])
  })

  it('continues the part of the project', () => {
    expect(problemsOf('qa = dan, @gone', null)).toEqual(['1! unknown group "@gone"'])
    expect(problemsOf('qa = dan, @gone')).toEqual(['1! "qa" must have r, rw or an empty value'])
  })

  describe('rejects what Subversion would need too long for', () => {
    const lines = (count: number, line: (n: number) => string): string[] =>
      Array.from({ length: count }, (_, n) => line(n))
    const chain = (levels: number): string[] => ['[groups]', 'g0 = bob', ...lines(levels, (n) => `g${n + 1} = @g${n}`)]

    it('groups that are nested more than 50 levels deep', () => {
      expect(problemsOf([...chain(50), '[/]', '@g50 = r'].join('\n'))).toEqual([])
      expect(problemsOf(chain(52).join('\n'))).toEqual(['53! the group "g51" is nested more than 50 levels deep'])
      expect(problemsOf(chain(19_998).join('\n'))).toEqual(['53! the group "g51" is nested more than 50 levels deep'])
    })

    it('groups with more than 1,000,000 members', () => {
      const text = (groups: number): string =>
        ['[groups]', `all = ${lines(999, (n) => `user${n}`).join(', ')}`, ...lines(groups, (n) => `g${n} = @all`)].join(
          '\n',
        )
      expect(problemsOf(text(998))).toEqual([])
      expect(problemsOf(text(999))).toEqual([
        '1001! up to "g998" the groups have more than 1000000 members, with those of nested groups',
      ])
    })

    it('groups whose members double with each level, also where nothing uses them', () => {
      const doubled = lines(30, (n) => `a${n} = @g${n}\nb${n} = @g${n}\ng${n + 1} = @a${n}, @b${n}`)
      const [problem, ...others] = problemsOf(['[groups]', 'g0 = bob', ...doubled].join('\n'))
      expect(problem).toMatch(/^\d+! up to "[abg]1\d" the groups have more than 1000000 members/)
      expect(others).toEqual([])
      const tripled = lines(49, (n) => `g${n + 1} = @g${n}, @g${n}, @g${n}`)
      expect(problemsOf(['[groups]', 'g0 = bob', ...tripled].join('\n'))).toHaveLength(1)
    })

    it('rules for groups that apply to more than 10,000,000 members', () => {
      const text = (rules: number): string =>
        [
          '[groups]',
          `all = ${lines(10_000, (n) => `user${n}`).join(', ')}`,
          ...lines(rules, (n) => `[/x${n}]\n~@all =`),
        ].join('\n')
      expect(problemsOf(text(999))).toEqual([])
      expect(problemsOf(text(1_000))).toEqual([
        '2002! up to "~@all" the rules for groups apply to more than 10000000 members',
      ])
    })

    it('sections with more than 10,000 rules, those of the project included', () => {
      const rules = (count: number): string => lines(count, (n) => `user${n} = r`).join('\n')
      expect(problemsOf(`[/x]\n${rules(10_000)}\n[/y]\n${rules(9_990)}`)).toEqual([])
      const message = (section: string) => `the section "${section}" has more than 10000 rules`
      expect(problemsOf(`[/x]\n${rules(10_001)}`)).toEqual([`10002! ${message('/x')}`])
      expect(problemsOf(`[/x]\n* = r\n\n[/y]\n${rules(5_000)}\n[/x]\n${rules(10_000)}`)).toEqual([
        `15005! ${message('/x')}`,
      ])
      // The project has rules for all users and for its members, and a repeated rule replaces the one before it.
      expect(problemsOf(rules(9_998))).toEqual([])
      expect(problemsOf(rules(9_999))).toEqual([`9999! ${message('/')}`])
      expect(problemsOf(`[/x]\n${rules(9_999)}\n${rules(9_999)}`)).toEqual([])
      expect(problemsOf(`[groups]\n${lines(15_000, (n) => `group${n} = bob`).join('\n')}`)).toEqual([])
    })

    it('and reports cycles among any number of groups', () => {
      expect(problemsOf([...chain(5_000), 'g0 = @g5000'].join('\n'))).toHaveLength(5_001)
    })
  })
})
