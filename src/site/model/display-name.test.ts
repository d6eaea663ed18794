import { expect, it } from 'vitest'
import { NOBODY, type UserId } from '../../kit/ids.ts'
import { displayName, nameStyles, readableName } from './display-name.ts'

const marie = { id: 115 as UserId, login: 'mdupont', realName: 'Marie Dupont' }

it.each([
  ['real-login', 'Marie Dupont (mdupont)'],
  ['login', 'mdupont'],
  ['real', 'Marie Dupont'],
  ['login-real', 'mdupont (Marie Dupont)'],
] as const)('in the style %s Marie is shown as %s', (style, shown) => {
  expect(displayName(marie, style)).toBe(shown)
})

it.each([
  ['real-login', ' (mdupont)'],
  ['login', 'mdupont'],
  ['real', ''],
  ['login-real', 'mdupont ()'],
] as const)('the style %s is filled in as it is for a user without a real name', (style, name) => {
  expect(displayName({ ...marie, realName: '' }, style)).toBe(name)
})

it.each(nameStyles)('a text names a user without a real name by the login, in the style %s as well', (style) => {
  expect(readableName({ ...marie, realName: '' }, style)).toBe('mdupont')
  expect(readableName({ ...marie, realName: ' ' }, style)).toBe('mdupont')
  expect(readableName(marie, style)).toBe(displayName(marie, style))
})

it('the account "None" is shown as None', () => {
  expect(displayName({ id: NOBODY, login: 'None', realName: 'None' }, 'real-login')).toBe('None')
})
