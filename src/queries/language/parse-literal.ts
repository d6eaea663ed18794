import type { Literal, NumberLiteral, Period } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { inputNames, inputNamesWithValue } from './input-names.ts'
import { limits } from './limits.ts'
import { takeFloat, takeInteger } from './parse-number.ts'

/** docs/api/queries.md §2.1: what a field is compared with. */
export function parseLiteral(cursor: Cursor): Literal {
  const text = cursor.take('string', inputNames.text)
  if (text) return { kind: 'string', at: text.at, value: text.value }
  const number = takeNumber(cursor)
  if (number) return number
  for (const [kind, name] of [
    ['now', 'NOW'],
    ['myself', 'MYSELF'],
    ['open', 'OPEN'],
  ] as const) {
    const word = cursor.takeWord(name, `${name}()`)
    if (!word) continue
    if (!cursor.takeSymbol('(') || !cursor.takeSymbol(')')) cursor.fail()
    return kind === 'now' ? { kind, at: word.at, period: parsePeriod(cursor) } : { kind, at: word.at }
  }
  return cursor.fail()
}

function takeNumber(cursor: Cursor): NumberLiteral | undefined {
  const name = inputNames.number
  const token = takeInteger(cursor, name) ?? takeFloat(cursor, name)
  return token && { kind: token.kind, at: token.at, value: Number(token.text), text: token.text }
}

const units = ['d', 'w', 'm', 'y'] as const

/** `+ 3m`, `-1y`; none at all is now itself. */
function parsePeriod(cursor: Cursor): Period | null {
  const sign = cursor.takeSymbol('+', '-')
  if (!sign) return null
  const size = Number(cursor.peek().text)
  if (size > limits.period) cursor.fail(inputNamesWithValue.period(limits.period))
  const digits = takeInteger(cursor, inputNames.periodAmount) ?? cursor.fail()
  const unit = units.find((letter) => cursor.takeWord(letter.toUpperCase(), letter)) ?? cursor.fail()
  // Avoids -0, which is not equal to 0 everywhere.
  return { amount: sign === '-' ? 0 - Number(digits.text) : Number(digits.text), unit }
}
