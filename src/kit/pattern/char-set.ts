import { foldText } from '../text/fold.ts'

/** Code points as ranges, both ends included, in ascending order and apart from each other. */
export type CharSet = readonly (readonly [number, number])[]

/** Every character that a text may contain: neither NUL nor halves of surrogate pairs. */
const all: CharSet = [
  [1, 0xd7ff],
  [0xe000, 0x10ffff],
]

export const setOf = (...ranges: CharSet): CharSet => {
  const sorted = ranges.toSorted(([a], [b]) => a - b)
  const joined: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** Returns all characters but these. */
export function complementSet(set: CharSet): CharSet {
  const others: [number, number][] = []
  for (const [first, last] of all) {
    let from = first
    for (const [low, high] of set) {
      if (high < from || low > last) continue
      if (low > from) others.push([from, low - 1])
      from = high + 1
    }
    if (from <= last) others.push([from, last])
  }
  return others
}

export const containsCode = (set: CharSet, code: number): boolean =>
  set.some(([from, to]) => from <= code && code <= to)

const one = (character: string): readonly [number, number] => {
  const code = character.codePointAt(0) ?? 0
  return [code, code]
}
const range = (from: string, to: string): readonly [number, number] => [one(from)[0], one(to)[0]]

export const digits = setOf(range('0', '9'))
export const wordCharacters = setOf(range('0', '9'), range('A', 'Z'), one('_'), range('a', 'z'))
export const blanks = setOf(
  ...[range('\t', '\r'), one(' '), one('\u00a0'), one('\u1680'), range('\u2000', '\u200a')],
  ...[range('\u2028', '\u2029'), one('\u202f'), one('\u205f'), one('\u3000'), one('\ufeff')],
)
export const notLineBreaks = complementSet(setOf(one('\n'), one('\r'), range('\u2028', '\u2029')))

/** Returns the characters of a set in folded text; undefined: one of them folds to several. */
export function foldCharSet([from, to]: readonly [number, number]): CharSet | undefined {
  const characters: string[] = []
  for (let code = from; code <= to; code++) {
    if (code !== 0 && (code < 0xd800 || code > 0xdfff)) characters.push(String.fromCodePoint(code))
  }
  // Separated, so that no letter is the last of a word; one call is much faster than one per character.
  const folded = foldText(characters.join('.x.')).split('.x.')
  const ranges: (readonly [number, number])[] = []
  for (const each of folded) {
    const [first, second] = each
    if (second !== undefined) return undefined
    if (first !== undefined) ranges.push(one(first))
  }
  return withSigmas(setOf(...ranges))
}

// Folding writes sigma in two ways: as the last letter of a word, and elsewhere.
const sigmas = [one('σ'), one('ς')]

export const withSigmas = (set: CharSet): CharSet =>
  sigmas.some(([code]) => containsCode(set, code)) ? setOf(...set, ...sigmas) : set
