import { foldText } from './fold.ts'

/** A folded word of a text and its position in UTF-16 code units. */
export interface Word {
  readonly word: string
  readonly at: number
  readonly length: number
}

/** Longer words are indexed by their beginning. */
const maxLetters = 64

/** Positions of PostgreSQL end soon after. */
const maxWords = 16_000

// Adjacent letters and digits. Scripts without blanks between words, and pictographs, yield a word per character: their
// words are found as consecutive characters. Two adjacent pictographs are never one word, before or after folding.
const pattern =
  /(?:[[\p{L}\p{N}]--[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]\p{M}*)+|[[\p{L}\p{N}]&&[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]|[\p{Extended_Pictographic}--[↔Ⓜ]]/gv

/** Yields the words of a text in order, without case and accents: the same whether the text is folded or not. */
export function* tokenizeWords(text: string): Generator<Word> {
  for (const { 0: match, index } of text.matchAll(pattern))
    yield { word: truncateWord(foldText(match).replaceAll('ς', 'σ')), at: index, length: match.length }
}

/** Returns as many words as the word index can contain. */
export const extractIndexedWords = (text: string): string[] =>
  isAscii(text) ? plainWords(text) : [...tokenizeWords(text).take(maxWords)].map(({ word }) => word)

/** Faster variant for ASCII: every write of a text needs its words. */
const plainWords = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).slice(0, maxWords).map(truncateWord)

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

function truncateWord(word: string): string {
  return word.length > maxLetters ? [...word].slice(0, maxLetters).join('') : word
}

/** Consecutive words; the last may be the beginning of one. */
export interface Phrase {
  readonly words: readonly string[]
  readonly isOpen: boolean
}
