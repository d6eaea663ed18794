import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runSteps } from '../../../../test/kit/run-steps.ts'
import { isAccessFileLogin } from './access-file-login.ts'
import { parseMembers } from './access-rules.ts'
import { mergeAccessFile } from './merge.ts'
import { parseAccessFile } from './parse.ts'
import { printAccessFile } from './print.ts'

describe('isAccessFileLogin', () => {
  it.each(['alice', 'jean dupont', 'a@example.com', 'émile', '-r', 'x'.repeat(2000)])('accepts %s', (login) => {
    expect(isAccessFileLogin(login)).toBe(true)
  })

  it.each([
    ...['', ' alice', 'alice ', 'alice, bob', '@staff', '&al', '~bob', '*', '$authenticated', '#x', 'a=b', 'a:b'],
    ...['[x]', '%(y)s', 'a\tb', 'e\u0301mile', 'a\u200bb', ';x'],
  ])('rejects %j', (login) => {
    expect(isAccessFileLogin(login)).toBe(false)
  })

  it('accepts only logins that are the only member of their group', () => {
    const login = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(..."ab1é @,&~$*=:#.'-+") }))
    fc.assert(
      fc.property(login.filter(isAccessFileLogin), (name) => {
        const merged = runSteps(mergeAccessFile({ groups: new Map([['members', [name]]]), permissions: null }, ''))
        if ('problem' in merged) throw new Error(merged.problem)
        const [line, ...others] = parseAccessFile(printAccessFile(merged.ok), '').assignments
        expect(others).toEqual([])
        expect([...parseMembers(line?.value ?? '')]).toEqual([name])
      }),
    )
  })
})
