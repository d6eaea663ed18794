import { type Message, message } from '../messages/message.ts'
import { foldText } from '../text/fold.ts'
import {
  blanks,
  type CharSet,
  complementSet,
  digits,
  foldCharSet,
  notLineBreaks,
  setOf,
  withSigmas,
  wordCharacters,
} from './char-set.ts'
import type { Edge, Pattern } from './pattern.ts'

/** `position`: of a character of the pattern, from 1 on. */
export type ParsedPattern =
  | { readonly pattern: Pattern; readonly problem?: undefined }
  | { readonly pattern?: undefined; readonly problem: { readonly position: number; readonly what: Message } }

/**
 * Parses a regular expression. Only the constructs that an automaton can evaluate are supported, so that no pattern
 * takes more than linear time, and all databases interpret it alike (decision 21). Case and accents do not matter,
 * because searched texts are folded.
 */
export function parsePattern(text: string): ParsedPattern {
  try {
    return { pattern: new Parser(text).read() }
  } catch (error) {
    if (error instanceof Problem) return { problem: { position: error.position, what: error.what } }
    throw error
  }
}

const maxLength = { characters: 200, depth: 20, times: 255, steps: 400, edges: 40, inRanges: 35_000 }

class Problem extends Error {
  readonly position: number
  readonly what: Message

  constructor(at: number, what: Message) {
    super(`${what}`)
    this.what = what
    this.position = at + 1
  }
}

/** A pattern, and its size with all repetitions written out. */
interface MeasuredPattern {
  readonly pattern: Pattern
  /** Characters. */
  readonly steps: number
  /** PostgreSQL supports only few assertions next to each other; those of words count more. */
  readonly edges: number
}

const nothing: MeasuredPattern = { pattern: { kind: 'sequence', of: [] }, steps: 1, edges: 0 }

class Parser {
  readonly #characters: readonly string[]
  #at = 0
  #inRanges = 0

  constructor(text: string) {
    this.#characters = [...text.normalize('NFC')]
    if (this.#characters.length > maxLength.characters)
      throw new Problem(maxLength.characters, message`it has more than ${maxLength.characters} characters`)
  }

  read(): Pattern {
    const { pattern } = this.#choice(0)
    if (this.#next() !== undefined) throw new Problem(this.#at, message`")" closes no group`)
    return pattern
  }

  #next(offset = 0): string | undefined {
    return this.#characters[this.#at + offset]
  }

  #take(expected: string): boolean {
    const isThere = [...expected].every((each, offset) => this.#next(offset) === each)
    if (isThere) this.#at += expected.length
    return isThere
  }

  #choice(depth: number): MeasuredPattern {
    const of = [this.#sequence(depth)]
    while (this.#take('|')) of.push(this.#sequence(depth))
    return this.#joined('choice', of)
  }

  #sequence(depth: number): MeasuredPattern {
    const of: MeasuredPattern[] = []
    for (;;) {
      const next = this.#next()
      if (next === undefined || next === '|' || next === ')') return this.#joined('sequence', of)
      const atom = this.#atom(depth)
      of.push(this.#repeated(atom))
    }
  }

  #joined(kind: 'sequence' | 'choice', of: readonly MeasuredPattern[]): MeasuredPattern {
    const [first] = of
    if (of.length === 1 && first !== undefined) return first
    // The repetitions are never written out completely.
    const steps = of.reduce((sum, each) => sum + each.steps, of.length === 0 ? 1 : 0)
    const edges = of.reduce((sum, each) => sum + each.edges, 0)
    return this.#limited({ pattern: { kind, of: of.map(({ pattern }) => pattern) }, steps, edges })
  }

  #limited(sized: MeasuredPattern): MeasuredPattern {
    const { steps, edges } = sized
    const tooMany =
      steps > maxLength.steps
        ? message`more than ${maxLength.steps} characters`
        : edges > maxLength.edges
          ? message`too many assertions`
          : undefined
    if (tooMany === undefined) return sized
    throw new Problem(Math.max(0, this.#at - 1), message`it has ${tooMany} once repetitions are written out`)
  }

  #atom(depth: number): MeasuredPattern {
    const at = this.#at
    const next = this.#next() ?? ''
    if (/[*+?]/.test(next)) throw new Problem(at, message`"${next}" has nothing to repeat`)
    if (next === '{') throw new Problem(at, message`"{" has nothing to repeat; write "\\{" for the character itself`)
    this.#at++
    if (next === '(') return this.#group(at, depth)
    if (next === '[') return one(this.#class(at))
    if (next === '.') return one(notLineBreaks)
    if (next === '^') return edge('start')
    if (next === '$') return edge('end')
    return next === '\\' ? this.#escaped(at) : literal(next)
  }

  #group(at: number, depth: number): MeasuredPattern {
    if (this.#next() === '?' && !this.#take('?:')) {
      const looksAround = /[=!]/.test(this.#next(this.#next(1) === '<' ? 2 : 1) ?? '')
      throw new Problem(
        at,
        looksAround
          ? message`lookahead and lookbehind are not supported`
          : message`groups of this kind are not supported`,
      )
    }
    if (depth === maxLength.depth) throw new Problem(at, message`groups are nested deeper than ${maxLength.depth}`)
    const inner = this.#choice(depth + 1)
    if (!this.#take(')')) throw new Problem(at, message`"(" is not closed`)
    return inner
  }

  #repeated(atom: MeasuredPattern): MeasuredPattern {
    const at = this.#at
    const times = this.#times()
    if (times === undefined) return atom
    const { pattern } = atom
    if (pattern.kind === 'edge') throw new Problem(at, message`an assertion cannot be repeated`)
    const after = this.#next() ?? ''
    if (after === '?') throw new Problem(this.#at, message`lazy repetition is not supported`)
    if (after === '+') throw new Problem(this.#at, message`possessive repetition is not supported`)
    if (after === '*' || after === '{')
      throw new Problem(this.#at, message`a repetition cannot be repeated without a group`)
    const [from, to] = times
    const turns = Math.max(1, to ?? from + 1)
    return this.#limited({
      pattern: { kind: 'repeat', of: pattern, from, to },
      steps: atom.steps * turns,
      edges: atom.edges * turns,
    })
  }

  #times(): readonly [number, number | null] | undefined {
    if (this.#take('*')) return [0, null]
    if (this.#take('+')) return [1, null]
    if (this.#take('?')) return [0, 1]
    const at = this.#at
    if (!this.#take('{')) return undefined
    const end = this.#characters.indexOf('}', at)
    const content = this.#characters.slice(at + 1, Math.max(end, at + 1)).join('')
    const [, from, comma, to] = /^(\d{1,9})(,(\d{1,9})?)?$/.exec(content) ?? []
    if (from === undefined)
      throw new Problem(
        at,
        message`"{" begins a repetition as {2}, {2,} or {2,5}; write "\\{" for the character itself`,
      )
    const least = Number(from)
    const largest = comma === undefined ? least : to === undefined ? null : Number(to)
    if (Math.max(least, largest ?? 0) > maxLength.times)
      throw new Problem(at, message`the maximum number of repetitions is ${maxLength.times}`)
    if (largest !== null && largest < least)
      throw new Problem(at, message`the minimum number of repetitions exceeds the maximum`)
    this.#at = end + 1
    return [least, largest]
  }

  #escaped(at: number): MeasuredPattern {
    if (this.#take('b')) return edge('word')
    if (this.#take('B')) return edge('no word')
    if (/[1-9k]/.test(this.#next() ?? '')) throw new Problem(at, message`backreferences are not supported`)
    const meant = this.#meant(at)
    return typeof meant === 'string' ? literal(meant) : one(meant)
  }

  /** Parses an escape: one character, or a class. */
  #meant(at: number): string | CharSet {
    const next = this.#next()
    if (next === undefined) throw new Problem(at, message`nothing follows "\\"`)
    this.#at++
    const kind = kinds[next]
    if (kind !== undefined) return kind
    const control = controls[next]
    if (control !== undefined) return control
    if (next === 'x' || next === 'u') return this.#coded(at, next === 'x' ? 2 : 4)
    if (/[\dA-Za-z]|[^\0-\x7f]/.test(next)) throw new Problem(at, message`"\\${next}" is not supported`)
    return next
  }

  #coded(at: number, length: number): string {
    const hexadecimal = this.#characters.slice(this.#at, this.#at + length).join('')
    this.#at += length
    const code = /^[\da-f]+$/i.test(hexadecimal) && hexadecimal.length === length ? Number.parseInt(hexadecimal, 16) : 0
    if (code === 0 || (code >= 0xd800 && code <= 0xdfff))
      throw new Problem(at, message`${length} hexadecimal digits of a character are expected`)
    return String.fromCodePoint(code)
  }

  /** Parses `[…]` after its first character. */
  #class(at: number): CharSet {
    const isDenied = this.#take('^')
    const sets: CharSet[] = []
    if (this.#next() === ']') throw new Problem(at, message`the class is empty; write "\\]" for the character itself`)
    while (!this.#take(']')) {
      if (this.#next() === undefined) throw new Problem(at, message`"[" is not closed`)
      sets.push(this.#member())
    }
    const set = setOf(...sets.flat())
    const meant = isDenied ? complementSet(set) : set
    if (meant.length === 0) throw new Problem(at, message`the class contains no character`)
    return meant
  }

  #member(): CharSet {
    const at = this.#at
    const first = this.#memberCharacter()
    const isRange = this.#next() === '-' && this.#next(1) !== ']' && this.#next(1) !== undefined
    if (!isRange) return typeof first === 'string' ? this.#folded(at, first, first) : first
    this.#at++
    const last = this.#memberCharacter()
    if (typeof first !== 'string' || typeof last !== 'string')
      throw new Problem(at, message`a range goes from one character to another; write "\\-" for the character itself`)
    return this.#folded(at, first, last)
  }

  #memberCharacter(): string | CharSet {
    const at = this.#at
    const next = this.#next() ?? ''
    this.#at++
    if (next === '[' && /[:.=]/.test(this.#next() ?? ''))
      throw new Problem(at, message`"[${this.#next() ?? ''}" within a class is not supported`)
    return next === '\\' ? this.#meant(at) : next
  }

  #folded(at: number, first: string, last: string): CharSet {
    const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0]
    if (to < from) throw new Problem(at, message`the range ends before it begins`)
    this.#inRanges += to - from
    if (this.#inRanges > maxLength.inRanges)
      throw new Problem(
        at,
        message`ranges have more than ${maxLength.inRanges} characters; exclude a smaller one with "[^…]"`,
      )
    const set = foldCharSet([from, to])
    if (set === undefined)
      throw new Problem(
        at,
        message`a class cannot contain a character that is composed of letters; write them as (…|…)`,
      )
    return set
  }
}

const one = (of: CharSet): MeasuredPattern => ({ pattern: { kind: 'one', of }, steps: 1, edges: 0 })
const edge = (which: Edge): MeasuredPattern => {
  const edges = which === 'start' || which === 'end' ? 2 : 5
  return { pattern: { kind: 'edge', edge: which }, steps: 1, edges }
}

/** Returns a character as it is in folded text: one character, several (syllables) or none (accents). */
function literal(character: string): MeasuredPattern {
  const folded = [...foldText(character)].map((each) => {
    const code = each.codePointAt(0) ?? 0
    return one(withSigmas([[code, code]]))
  })
  const [first] = folded
  if (first === undefined) return nothing
  if (folded.length === 1) return first
  return { pattern: { kind: 'sequence', of: folded.map(({ pattern }) => pattern) }, steps: folded.length, edges: 0 }
}

const kinds: Readonly<Record<string, CharSet>> = {
  d: digits,
  w: wordCharacters,
  s: blanks,
  D: complementSet(digits),
  W: complementSet(wordCharacters),
  S: complementSet(blanks),
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' }
