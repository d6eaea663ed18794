import { message } from '../../kit/messages/message.ts'
import { inputNames, inputNamesWithValue } from './input-names.ts'
import { matchAt } from './match-at.ts'
import type { Fault, StringToken, UnreadableToken } from './token.ts'

const plain = /[^"'\\\r\n\0]+/y
const lineBreak = /\\(?:\r\n|\r|\n)/y
const codePoint = /\\u([0-9A-Fa-f]{6})/y
const escaped = /\\([^\0])/suy

/**
 * docs/api/queries.md §2.1: a text in double or single quotes, with `\uHHHHHH`, a line break escaped away, and `\x` for
 * any x.
 */
export function readStringToken(text: string, start: number): StringToken | UnreadableToken {
  const quote = text.charAt(start)
  let value = ''
  let at = start + 1
  while (text.charAt(at) !== quote) {
    const piece = readPiece(text, at, start)
    if ('fault' in piece) return { kind: 'unreadable', at: start, text: text.slice(start, at), fault: piece.fault }
    value += piece.value
    at += piece.length
  }
  return { kind: 'string', at: start, text: text.slice(start, at + 1), value }
}

type Piece = { readonly value: string; readonly length: number } | { readonly fault: Fault }

function readPiece(text: string, at: number, start: number): Piece {
  const run = matchAt(plain, text, at)
  if (run) return { value: run[0], length: run[0].length }
  const first = text.charAt(at)
  if (first === '"' || first === "'") return { value: first, length: 1 }
  const continuation = matchAt(lineBreak, text, at)
  if (continuation) return { value: '', length: continuation[0].length }
  if (text.startsWith('\\u', at)) return readCodePoint(text, at)
  const one = matchAt(escaped, text, at)
  if (one) return { value: one[1] ?? '', length: one[0].length }
  return { fault: unterminatedFault(text, at, start) }
}

// Databases and XML cannot store half a surrogate pair, and PostgreSQL no null character in a text.
function readCodePoint(text: string, at: number): Piece {
  const [whole, digits] = matchAt(codePoint, text, at) ?? []
  const number = Number.parseInt(digits ?? '', 16)
  if (whole === undefined || number === 0 || number > 0x10ffff || (number >= 0xd800 && number <= 0xdfff))
    return {
      fault: {
        at,
        found: `'${whole ?? '\\u'}'`,
        expected: inputNames.codePoint,
      },
    }
  return { value: String.fromCodePoint(number), length: whole.length }
}

function unterminatedFault(text: string, at: number, start: number): Fault {
  if (text.charAt(at) === '\0') return { at, found: message`a null character`, expected: inputNames.character }
  if (text.charAt(at) === '\\' && text.charAt(at + 1) === '\0')
    return { at: at + 1, found: message`a null character`, expected: inputNames.character }
  return {
    at: start,
    found: message`a text that is not closed`,
    expected: inputNamesWithValue.closingQuote(text.charAt(start)),
  }
}
