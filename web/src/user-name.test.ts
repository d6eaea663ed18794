import { afterEach, expect, it } from 'vitest'
import { buildQueryKey, queryCache } from './data/queries.ts'
import { getUserName } from './user-name.ts'

const kim = { real_name: 'Kim Sato', username: 'ksato', display_name: 'Kim Sato (ksato)' }

it.each([
  ['its real name', kim, 'Kim Sato'],
  ['the login when the real name is empty', { ...kim, real_name: '', display_name: ' (ksato)' }, 'ksato'],
  ['the login when the real name is blank', { ...kim, real_name: ' ', display_name: '  (ksato)' }, 'ksato'],
  [
    'the text of an anonymous user',
    { real_name: null, username: null, display_name: 'Anonymous user' },
    'Anonymous user',
  ],
])('pages show a user by %s', (_by, user, name) => {
  expect(getUserName(user)).toBe(name)
})

afterEach(() => queryCache.clear())

it.each([
  ['a user with a real name', kim, 'Kim Sato (ksato)'],
  ['a user without one', { ...kim, real_name: '', display_name: ' (ksato)' }, 'ksato'],
])('pages show %s in the style that the reader has chosen', (_user, user, name) => {
  queryCache.setQueryData(buildQueryKey('/session'), { name_style: 'real-login' })
  expect(getUserName(user)).toBe(name)
})
