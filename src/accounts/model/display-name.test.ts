import { expect, it } from 'vitest'
import { NONE_USER, type UserId } from '../../kit/values/ids.ts'
import { formatDisplayName, formatNameOrLogin, nameStyles } from './display-name.ts'

const marie = { id: 115 as UserId, login: 'mdupont', realName: 'Marie Dupont' }

it.each([
  ['real-login', 'Marie Dupont (mdupont)'],
  ['login', 'mdupont'],
  ['real', 'Marie Dupont'],
  ['login-real', 'mdupont (Marie Dupont)'],
] as const)('the style %s shows Marie as %s', (style, expected) => {
  expect(formatDisplayName(marie, style)).toBe(expected)
})

it.each([
  ['real-login', ' (mdupont)'],
  ['login', 'mdupont'],
  ['real', ''],
  ['login-real', 'mdupont ()'],
] as const)('the style %s omits a missing real name', (style, name) => {
  expect(formatDisplayName({ ...marie, realName: '' }, style)).toBe(name)
})

it.each(nameStyles)('text shows a user without a real name by login in the style %s', (style) => {
  expect(formatNameOrLogin({ ...marie, realName: '' }, style)).toBe('mdupont')
  expect(formatNameOrLogin({ ...marie, realName: ' ' }, style)).toBe('mdupont')
  expect(formatNameOrLogin(marie, style)).toBe(formatDisplayName(marie, style))
})

it('the user "None" is shown as None', () => {
  expect(formatDisplayName({ id: NONE_USER, login: 'None', realName: 'None' }, 'real-login')).toBe('None')
})
