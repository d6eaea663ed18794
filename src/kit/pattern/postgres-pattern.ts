import type { CharSet } from './char-set.ts'
import { wordCharacters } from './char-set.ts'
import type { Edge, Pattern } from './pattern.ts'

/**
 * Returns a pattern in the syntax of `~` of PostgreSQL. Everything is explicit, so that neither the collation nor the
 * settings of the database matter; without captures its engine is an automaton.
 */
export const toPostgresPattern = (pattern: Pattern): string => `(?:${writePattern(pattern)})`

function writePattern(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'one':
      return writeSet(pattern.of)
    case 'edge':
      return edges[pattern.edge]
    case 'sequence':
      return pattern.of.length === 0 ? '(?:)' : pattern.of.map(within).join('')
    case 'choice':
      return pattern.of.map(writePattern).join('|')
    case 'repeat': {
      const { from, to } = pattern
      return `(?:${writePattern(pattern.of)}){${from},${to ?? ''}}`
    }
    default:
      return pattern satisfies never
  }
}

const within = (pattern: Pattern): string =>
  pattern.kind === 'choice' ? `(?:${writePattern(pattern)})` : writePattern(pattern)

function writeSet(set: CharSet): string {
  const [[from, to] = [0, 0], ...others] = set
  if (from === to && others.length === 0) return writeCode(from)
  const members = set.map(([low, high]) => (low === high ? writeCode(low) : `${writeCode(low)}-${writeCode(high)}`))
  return `[${members.join('')}]`
}

function writeCode(code: number): string {
  const character = String.fromCodePoint(code)
  if (/[\da-z]/.test(character)) return character
  return code > 0xffff ? `\\U${hexadecimal(code, 8)}` : `\\u${hexadecimal(code, 4)}`
}

const hexadecimal = (code: number, length: number): string => code.toString(16).padStart(length, '0')

const word = writeSet(wordCharacters)
const edges: Readonly<Record<Edge, string>> = {
  start: '^',
  end: '$',
  word: `(?:(?<!${word})(?=${word})|(?<=${word})(?!${word}))`,
  'no word': `(?:(?<!${word})(?!${word})|(?<=${word})(?=${word}))`,
}
