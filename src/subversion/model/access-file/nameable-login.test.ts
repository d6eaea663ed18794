import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeAccessFile } from './merge.ts'
import { isNameableLogin } from './nameable-login.ts'
import { parseAccessFile } from './parse.ts'
import { printAccessFile } from './print.ts'
import { membersOf } from './refused-rules.ts'

describe('A login in an access file', () => {
  it.each(['alice', 'jean dupont', 'a@example.com', 'émile', '-r', 'x'.repeat(2000)])('can be %s', (login) => {
    expect(isNameableLogin(login)).toBe(true)
  })

  it.each([
    ...['', ' alice', 'alice ', 'alice, bob', '@staff', '&al', '~bob', '*', '$authenticated', '#x', 'a=b', 'a:b'],
    ...['[x]', '%(y)s', 'a\tb', 'e\u0301mile', 'a\u200bb', ';x'],
  ])('cannot be %j', (login) => {
    expect(isNameableLogin(login)).toBe(false)
  })

  it('is the only member of its group, whatever it is', () => {
    const login = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(..."ab1é @,&~$*=:#.'-+") }))
    fc.assert(
      fc.property(login.filter(isNameableLogin), (name) => {
        const merged = mergeAccessFile({ groups: new Map([['members', [name]]]), permissions: null }, '')
        if ('problem' in merged) throw new Error(merged.problem)
        const [line, ...others] = parseAccessFile(printAccessFile(merged.ok), '').assignments
        expect(others).toEqual([])
        expect([...membersOf(line?.value ?? '')]).toEqual([name])
      }),
    )
  })
})
