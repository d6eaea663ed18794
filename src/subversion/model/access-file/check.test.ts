import { describe, expect, it } from 'vitest'
import { accessFileProblems } from './check.ts'
import type { DefaultPermissions } from './merge.ts'

const groups = new Map([
  ['members', ['alice', 'bob']],
  ['staff', ['bob']],
])

function found(text: string, permissions: DefaultPermissions = 'members alone'): string[] {
  const steps = accessFileProblems({ groups, permissions }, text)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value.map(({ line, message, isFatal }) => `${line}${isFatal ? '!' : ''} ${message}`)
}

describe('the check of an access file', () => {
  it.each(['', '[/]\n* = r', '\r\n[/x/]\r\n@members = rw\r\n~@staff =\r\n$anonymous = r\r\n', '* = rw'])(
    'has nothing to say about %j',
    (text) => {
      expect(found(text)).toEqual([])
    },
  )

  it('tells every line that cannot be read, not the first one alone', () => {
    const text = '[/]\ngarbage\n* = read\n* = r\n[/x\n = r\nbob = w\na\u0007b = r\n\n  eve = r\n= rw'
    expect(found(text)).toEqual([
      '2! expected a name and "="',
      '3! "*" has r, rw or nothing',
      '5! a section must end with "]"',
      '7! "bob" has r, rw or nothing',
      '8! control characters are not allowed',
      '10! a line must not begin with a blank',
      '11! expected a name and "="',
    ])
  })

  it('refuses more than 20,000 lines, whatever they hold', () => {
    expect(found(`${'\n'.repeat(19_999)}* = read`)).toEqual(['20000! "*" has r, rw or nothing'])
    expect(found(`${'\n'.repeat(20_000)}* = read`)).toEqual(['20001! an access file has at most 20000 lines'])
  })

  it('counts the lines of the text as it is, blank ones in front included', () => {
    expect(found('\n\r\n  \n\n* = read')).toEqual(['5! "*" has r, rw or nothing'])
  })

  it('tells what Subversion refuses of what can be read', () => {
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
    expect(found(text.join('\n'))).toEqual([
      '1! a section is a path that begins with "/"',
      '2! a path has no empty name, "." or ".." in it',
      '3! a path has no empty name, "." or ".." in it',
      '4! a section is a path that begins with "/"',
      '7! a section is a path that begins with "/"',
      '9! "~~bob" is turned around twice',
      '10! "*" stands alone',
      '11! "~*" is nobody',
      '12! "$somebody" is not known to Subversion',
      '13! there is no group "@gone"',
      '14! there is no alias "&gone"',
      '16! the group "one" is a member of itself',
      '17! the group "two" is a member of itself',
      '18! there is no group "@gone"',
      '18! there is no alias "&gone"',
      '19! a name must not begin with "@"',
      '21! a name must not begin with "&"',
    ])
  })

  it('does not count what the text itself says again', () => {
    expect(found('[groups]\nqa = @gone\nqa = bob\n[/]\n@qa = r')).toEqual([])
  })

  it('tells which lines will be comments, and what stands behind a section, without calling the rest wrong', () => {
    expect(found('[/] * = rw\n@members = rw\n  @gone = rw\n@Staff = r\n@staff rw')).toEqual([
      '1 what follows "]" is not read',
      '3 there is no group "@gone"',
      '4 there is no group "@Staff"',
      '5 expected a name and "="',
    ])
  })

  it('begins where the part of the project ends', () => {
    expect(found('qa = dan, @gone', null)).toEqual(['1! there is no group "@gone"'])
    expect(found('qa = dan, @gone')).toEqual(['1! "qa" has r, rw or nothing'])
  })

  it('comes to an end whatever groups are made of', () => {
    const chain = Array.from({ length: 5_000 }, (_, n) => `g${n} = @g${n + 1}`)
    expect(found(['[groups]', ...chain, 'g5000 = bob'].join('\n'))).toEqual([])
    expect(found(['[groups]', ...chain, 'g5000 = @g0'].join('\n'))).toHaveLength(5_001)
  })
})
