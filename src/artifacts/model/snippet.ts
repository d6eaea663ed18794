import { type Phrase, tokenizeWords, type Word } from '../../kit/text/words.ts'

/** An excerpt of a text with its matches, in UTF-16 units. */
export interface Snippet {
  readonly text: string
  readonly hits: readonly Span[]
  readonly isCutBefore: boolean
  readonly isCutAfter: boolean
}

interface Span {
  readonly at: number
  readonly length: number
}

/** A match and its phrase. */
interface Hit extends Span {
  readonly of: Phrase
}

const contextLength = 60
const maxLength = 240
const maxWords = 16_000
const maxHits = 500

/** Returns the excerpt with the most different phrases; undefined: no match. */
export function buildSnippet(text: string, phrases: readonly Phrase[]): Snippet | undefined {
  const words = [...tokenizeWords(text).take(maxWords)]
  const hits = phrases
    .flatMap((phrase) => hitsOf(words, phrase))
    .slice(0, maxHits)
    .sort((a, b) => a.at - b.at || b.length - a.length)
  const best = bestHit(hits)
  if (best === undefined) return undefined
  const start = snippetStart(words, best.at)
  const end = snippetEnd(words, start, Math.min(text.length, start + maxLength), best)
  return {
    text: text.slice(start, end),
    hits: withoutOverlaps(hits.filter(({ at, length }) => at >= start && at + length <= end)).map(({ at, length }) => ({
      at: at - start,
      length,
    })),
    isCutBefore: start > 0,
    isCutAfter: end < text.length,
  }
}

function hitsOf(words: readonly Word[], phrase: Phrase): Hit[] {
  const hits: Hit[] = []
  for (let index = 0; index + phrase.words.length <= words.length && hits.length < maxHits; index++) {
    const [first, last] = [words[index], words[index + phrase.words.length - 1]]
    if (first === undefined || last === undefined || !matchesAt(words, index, phrase)) continue
    hits.push({ at: first.at, length: last.at + last.length - first.at, of: phrase })
  }
  return hits
}

const matchesAt = (words: readonly Word[], start: number, { words: sought, isOpen }: Phrase): boolean =>
  sought.every((word, index) => {
    const candidate = words[start + index]?.word
    return isOpen && index === sought.length - 1 ? candidate?.startsWith(word) : candidate === word
  })

/** Returns the first match that is followed by the most different phrases within the length of a snippet. */
function bestHit(hits: readonly Hit[]): Hit | undefined {
  let best: Hit | undefined
  let most = 0
  for (const [index, hit] of hits.entries()) {
    const near = new Set<Phrase>()
    for (let next = index; next < hits.length; next++) {
      const other = hits[next]
      if (other === undefined || other.at + other.length > hit.at - contextLength + maxLength) break
      near.add(other.of)
    }
    if (near.size > most || best === undefined) [best, most] = [hit, near.size]
  }
  return best
}

/** A snippet starts at a word or at the start of the text. */
function snippetStart(words: readonly Word[], hit: number): number {
  if (hit <= contextLength) return 0
  return words.find(({ at }) => at >= hit - contextLength)?.at ?? hit
}

function snippetEnd(words: readonly Word[], start: number, most: number, hit: Span): number {
  const whole = Math.max(most, hit.at + hit.length)
  const last = words.at(-1)
  // Text after the last word is included if there is room.
  if (last === undefined || last.at + last.length <= whole) {
    const isShort = most - start < maxLength
    return isShort ? most : Math.max(last === undefined ? whole : last.at + last.length, hit.at + hit.length)
  }
  const fitting = words.findLast(({ at, length }) => at + length <= whole)
  return fitting === undefined ? hit.at + hit.length : fitting.at + fitting.length
}

/** Removes matches that begin within another. */
function withoutOverlaps(hits: readonly Hit[]): Span[] {
  const spans: Span[] = []
  for (const hit of hits) {
    const last = spans.at(-1)
    if (last === undefined || hit.at >= last.at + last.length) spans.push(hit)
  }
  return spans
}
