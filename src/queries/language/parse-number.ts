import type { Cursor, TokenOf } from './cursor.ts'
import { inputNamesWithValue } from './input-names.ts'
import { limits } from './limits.ts'

/** docs/api/queries.md §2.1: digits without a sign. */
export const takeInteger = (cursor: Cursor, name: string): TokenOf<'integer'> | undefined =>
  takeDigits(cursor, 'integer', name)

/** docs/api/queries.md §2.1: digits, a point, digits. */
export const takeFloat = (cursor: Cursor, name: string): TokenOf<'float'> | undefined =>
  takeDigits(cursor, 'float', name)

function takeDigits<Kind extends 'integer' | 'float'>(
  cursor: Cursor,
  kind: Kind,
  name: string,
): TokenOf<Kind> | undefined {
  const token = cursor.peek()
  if (token.kind === kind && token.text.length > limits.digits) cursor.fail(inputNamesWithValue.digits(limits.digits))
  return cursor.take(kind, name)
}
