import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateLoginName } from './login-name.ts'

describe('a login name', () => {
  it.each(['abc', 'ProjectAdministrator', 'a_b-c.d', '007', 'a'.repeat(30), 'mail22'])('may be %s', (login) => {
    expect(validateLoginName(login)).toBeUndefined()
  })

  it.each([
    ['a b', 'There cannot be any spaces in the login name.'],
    ['josé', 'Illegal character in name.'],
    ['a/b/c', 'Illegal character in name.'],
    ['ab', 'Name is too short. It must be at least 3 characters.'],
    ['', 'Name is too short. It must be at least 3 characters.'],
    ['a'.repeat(31), 'Name is too long. It must be less than 30 characters.'],
    ['ROOT', 'Name is reserved.'],
    ['ns1', 'Name is reserved.'],
    ['forge__x', 'Name is reserved.'],
  ])('may not be "%s"', (login, problem) => expect(validateLoginName(login)).toEqual(problem))

  it('never contains characters with a meaning in URLs or shells', () => {
    fc.assert(
      fc.property(fc.string(), (login) => {
        if (validateLoginName(login) === undefined) expect(login).toMatch(/^[A-Za-z0-9\-_.]{3,30}$/)
      }),
    )
  })
})
