import { expect, it } from 'vitest'
import { NONE_USER, type UserId } from '../../kit/ids.ts'
import { displayName, nameStyles, readableName } from './display-name.ts'

const marie = { id: 115 as UserId, login: 'mdupont', realName: 'Marie Dupont' }

it.each([
  ['real-login', 'Marie Dupont (mdupont)'],
  ['login', 'mdupont'],
  ['real', 'Marie Dupont'],
  ['login-real', 'mdupont (Marie Dupont)'],
] as const)('the style %s shows Marie as %s', (style, expected) => {
  expect(displayName(marie, style)).toBe(expected)
})

it.each([
  ['real-login', ' (mdupont)'],
  ['login', 'mdupont'],
  ['real', ''],
  ['login-real', 'mdupont ()'],
] as const)('the style %s omits a missing real name', (style, name) => {
  expect(displayName({ ...marie, realName: '' }, style)).toBe(name)
})

it.each(nameStyles)('text shows a user without a real name by login in the style %s', (style) => {
  expect(readableName({ ...marie, realName: '' }, style)).toBe('mdupont')
  expect(readableName({ ...marie, realName: ' ' }, style)).toBe('mdupont')
  expect(readableName(marie, style)).toBe(displayName(marie, style))
})

it('the user "None" is shown as None', () => {
  expect(displayName({ id: NONE_USER, login: 'None', realName: 'None' }, 'real-login')).toBe('None')
})
