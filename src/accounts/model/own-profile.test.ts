import { expect, it } from 'vitest'
import { validateAccountProfile, validateProfile } from './own-profile.ts'

it.each([{}, { realName: 'Élise Martin' }, { email: 'elise@acme.example' }, { realName: 'É', email: 'a+b@c' }])(
  '%j is accepted',
  (profile) => expect(validateProfile(profile)).toBeUndefined(),
)

it.each([{ realName: '' }, { realName: 'x'.repeat(251) }, { realName: 'Élise\r\nBcc: all@acme.example' }])(
  '%j is not a valid name',
  (profile) => expect(`${validateProfile(profile)}`).toMatch(/^`real_name`/),
)

it.each([
  '',
  'elise',
  'elise@',
  '@acme',
  'a@b@c',
  'a b@c',
  'a@b\r\nBcc: c@d',
  '<a@b>',
  'a@b,c@d',
  'a,b@c',
  'a;b@c',
  `${'x'.repeat(65)}@b`,
])('"%s" is not an email address', (email) => expect(`${validateProfile({ email })}`).toMatch(/^`email`/))

it('administrators may leave both empty, but are bound by the same rules', () => {
  expect(validateAccountProfile({ realName: '', email: '' })).toBeUndefined()
  expect(`${validateAccountProfile({ realName: 'two\nlines', email: '' })}`).toMatch(/^`real_name`/)
  expect(`${validateAccountProfile({ realName: '', email: 'no address' })}`).toMatch(/^`email`/)
})
