import { describe, expect, it } from 'vitest'
import { getVerifiedEmail, hasAllowedDomain, suggestLogin, suggestRealName } from './identity-claims.ts'

describe('claims of an identity provider', () => {
  it.each([
    [{ email: 'a@example.org', email_verified: true }, 'a@example.org'],
    [{ email: ' a@example.org ', email_verified: true }, 'a@example.org'],
    [{ email: 'a@example.org', email_verified: false }, undefined],
    [{ email: 'a@example.org', email_verified: 'true' }, undefined],
    [{ email: 'a@example.org', email_verified: 1 }, undefined],
    [{ email: 'a@example.org' }, undefined],
    [{ email: 'a@example.org\r\nBcc: b@example.org', email_verified: true }, undefined],
    [{ email: 'invalid', email_verified: true }, undefined],
    [{ email: ['a@example.org'], email_verified: true }, undefined],
    [{ email_verified: true }, undefined],
  ])('have for %j the email address %j', (claims, email) => expect(getVerifiedEmail(claims)).toBe(email))

  it.each([
    ['jdoe', 'jdoe'],
    ['jdoe@example.org', 'jdoe'],
    ['Zoë Ångström', 'Zoe.Angstrom'],
    ['.john-', 'john'],
    ['o', undefined],
    ['', undefined],
    ['@example.org', undefined],
    ['李小龍', undefined],
    ['a'.repeat(60), undefined],
    [7, undefined],
  ])('have for %j the login %j', (username, login) => {
    expect(suggestLogin({ preferred_username: username }, 'preferred_username')).toBe(login)
  })

  it.each([
    [{ name: 'Jane Doe' }, 'Jane Doe'],
    [{ given_name: 'Jane', family_name: 'Doe' }, 'Jane Doe'],
    [{ family_name: 'Doe' }, 'Doe'],
    [{ name: 'Jane\u0000\nDoe' }, 'Jane Doe'],
    [{}, 'jdoe'],
  ])('have for %j the real name %j', (claims, name) => expect(suggestRealName(claims, 'jdoe')).toBe(name))

  it.each([
    ['a@example.org', [], true],
    [undefined, [], true],
    ['a@Example.org', ['example.ORG'], true],
    ['a@sub.example.org', ['example.org'], false],
    ['a@notexample.org', ['example.org'], false],
    [undefined, ['example.org'], false],
  ])('match for %j the domains %j: %j', (email, domains, isIn) => expect(hasAllowedDomain(email, domains)).toBe(isIn))
})
