import { expect, it } from 'vitest'
import { validatePassword } from './password-rules.ts'

it.each(['welcome0', 'a'.repeat(128), 'nœud papillon', '🐴🔋📎🎯🐴🔋📎🎯'])('"%s" is accepted', (password) => {
  expect(validatePassword(password, 'alice', 8)).toBeUndefined()
})

it.each([
  ['seven77', 'The password is too short. It must be at least 8 characters.'],
  ['🐴🔋📎🎯', 'The password is too short. It must be at least 8 characters.'],
  ['a'.repeat(129), 'The password is too long. It must be at most 128 characters.'],
  ['ALICE-in-w', 'The password must differ from the login name.'],
])('"%s" is rejected', (password, problem) => expect(validatePassword(password, 'alice-in-w', 8)).toEqual(problem))
