import { expect, it } from 'vitest'
import { NOBODY, type UserId } from '../../kit/ids.ts'
import { displayName } from './display-name.ts'

const marie = { id: 115 as UserId, login: 'mdupont', realName: 'Marie Dupont' }

it.each([
  ['real-login', 'Marie Dupont (mdupont)'],
  ['login', 'mdupont'],
  ['real', 'Marie Dupont'],
  ['login-real', 'mdupont (Marie Dupont)'],
] as const)('in the style %s Marie is shown as %s', (style, shown) => {
  expect(displayName(marie, style)).toBe(shown)
})

it('who has no real name is shown by the login alone', () => {
  expect(displayName({ ...marie, realName: '' }, 'real-login')).toBe('mdupont')
})

it('the account "None" is shown as None', () => {
  expect(displayName({ id: NOBODY, login: 'None', realName: 'None' }, 'real-login')).toBe('None')
})
