import { fold } from './fold.ts'

/** A word of a text, folded, and where it stands, counted as JavaScript counts a string. */
export interface Word {
  readonly word: string
  readonly at: number
  readonly length: number
}

/** Nobody looks for longer ones; their beginning finds them. */
const maxLetters = 64

/** Positions of PostgreSQL end soon after. */
const maxWords = 16_000

// Letters and digits that stand together. Scripts that set no blanks between words, and pictures, give a word for each
// sign: words of theirs are found as signs that follow each other. Two pictures are none before or after folding.
const pattern =
  /(?:[[\p{L}\p{N}]--[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]\p{M}*)+|[[\p{L}\p{N}]&&[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]|[\p{Extended_Pictographic}--[↔Ⓜ]]/gv

/** The words of a text one after the other, without case and accents: the same whether the text is folded or not. */
export function* tokenizeWords(text: string): Generator<Word> {
  for (const { 0: match, index } of text.matchAll(pattern))
    yield { word: truncateWord(fold(match).replaceAll('ς', 'σ')), at: index, length: match.length }
}

/** As many of them as an index of words takes. */
export const indexedWords = (text: string): string[] =>
  isAscii(text) ? plainWords(text) : [...tokenizeWords(text).take(maxWords)].map(({ word }) => word)

/** The same, several times as fast: every write of a text asks for its words. */
const plainWords = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).slice(0, maxWords).map(truncateWord)

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

function truncateWord(word: string): string {
  return word.length > maxLetters ? [...word].slice(0, maxLetters).join('') : word
}

/** Words that follow each other; the last may be the beginning of one. */
export interface Phrase {
  readonly words: readonly string[]
  readonly isOpen: boolean
}
