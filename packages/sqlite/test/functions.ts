import type { SqlFunctions } from '../src/types.ts'

export const functions: SqlFunctions = {
  is_palindrome: (text) => (text === [...String(text)].reverse().join('') ? 1 : 0),
}
