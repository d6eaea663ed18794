import { expect, it } from 'vitest'
import { parseUserQuery } from './user-query.ts'

it.each([
  ['marie du', { by: 'text', text: 'marie du' }],
  ['{bad', { by: 'text', text: '{bad' }],
  ['{"username":"mdupont"}', { by: 'login', login: 'mdupont' }],
  ['{"loginname":"mdupont"}', { by: 'login', login: 'mdupont' }],
  ['{"email":"marie@example.org"}', { by: 'email', email: 'marie@example.org' }],
  ['{bad}', { problem: 'parameter "query" syntax error, invalid JSON' }],
  ['{"username":"a","loginname":"a"}', { problem: 'You cannot search on "username" and "loginname" at the same time' }],
  ['{"name":"a"}', { problem: 'You need to provide either a "username", "loginname" or "email"' }],
  ['{"email":["a"]}', { problem: '"email" can only be a string' }],
  ['{"username":12}', { problem: '"username" can only be a string' }],
])('%s is parsed as %j', (text, expected) => expect(parseUserQuery(text)).toEqual(expected))
