import { expect, it } from 'vitest'
import { validatePassword } from './password-rules.ts'

const alice = { login: 'alice-in-w', realName: 'Élise Martin', email: 'e.liddell@acme.example' }
const settings = { password_min_length: 8, site_name: 'Orchard Works' }
const validate = (password: string) => validatePassword(password, alice, settings)

it.each([
  'welcome0',
  'ab'.repeat(64),
  'nœud papillon',
  '🐴🔋📎🎯🐴🔋📎🎯',
  '2468!1357',
  'alice-in-w and others',
  'orchard',
  'abcdefghj',
])('"%s" is accepted', (password) =>
  expect(validatePassword(password, alice, { ...settings, password_min_length: 7 })).toBeUndefined(),
)

it.each([
  ['seven77', 'The password is too short. It must be at least 8 characters.'],
  ['🐴🔋📎🎯', 'The password is too short. It must be at least 8 characters.'],
  ['a'.repeat(129), 'The password is too long. It must be at most 128 characters.'],
  ['ALICE-in-w', 'The password must differ from the login name.'],
])('"%s" is rejected', (password, problem) => expect(validate(password)).toEqual(problem))

it.each([
  'password1',
  'PassWord',
  'P@ssw0rd',
  'contraseña',
  'motdepasse',
  'aaaaaaaa',
  '🐴'.repeat(8),
  '12345678',
  '1234567890123',
  '87654321',
  'abcdefgh',
  'ZYXWVUTS',
  'qwertyuiop',
  'azertyuiop',
  'lkjhgfdsa',
])('"%s" is too common', (password) =>
  expect(validate(password)).toEqual(
    'The password is too common. Choose one that is harder to guess, such as several words.',
  ),
)

it.each([
  'alice-in-w1',
  'AliceInW2026',
  'elise martin',
  'Elise.Martin!',
  'e.liddell9',
  'E.Liddell@acme.example',
  'OrchardWorks1',
])('"%s" is a name of the user or of the site', (password) =>
  expect(`${validate(password)}`).toMatch(/^The password must differ from the names of the user/),
)
