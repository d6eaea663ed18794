import { expect, it } from 'vitest'
import { getInitials, getTone } from './avatar.ts'

it.each([
  ['Marie Dupont', 'MD'],
  ['marie', 'M'],
  ['Marie Anne Dupont', 'MD'],
  ['marie.dupont', 'MD'],
  ['m_d-x', 'MX'],
  ['  Kim   Sato ', 'KS'],
  ['Kim (ksato)', 'KK'],
  ['"Ann" O’Hara', 'AO'],
  ['Иван Петров', 'ИП'],
  ['𝒜da 42', '𝒜4'],
  ['- .', '?'],
  ['', '?'],
])('the initials of %j are %j', (name, initials) => expect(getInitials(name)).toBe(initials))

it('a user has one of six colors, which depends on the login', () => {
  const logins = Array.from({ length: 300 }, (_, n) => `user${n}`)
  expect(new Set(logins.map(getTone))).toStrictEqual(new Set([0, 1, 2, 3, 4, 5]))
  expect(logins.map(getTone)).toStrictEqual(logins.map(getTone))
})
