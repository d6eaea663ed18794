/** Places in a text that typed words match: beginning and end. */
export type Ranges = readonly (readonly [from: number, to: number])[]

export interface Match {
  /** Higher is better. */
  readonly score: number
  readonly ranges: Ranges
}

/** Without case and accents, each unit of the text for itself, so that places stay the same. */
const fold = (text: string): string =>
  Array.from({ length: text.length }, (_, at) =>
    (text[at] ?? '').normalize('NFD').charAt(0).toLowerCase().charAt(0),
  ).join('')

const isWordStart = (folded: string, at: number): boolean => at === 0 || /[^\p{L}\p{N}]/u.test(folded[at - 1] ?? '')

/**
 * Matches typed words with a text: each must be the beginning of a word, a part of one, or the initials of words (`cs`
 * for "Change status"). undefined: no match.
 */
export function matchText(query: string, text: string): Match | undefined {
  const folded = fold(text)
  let score = 0
  const ranges: (readonly [number, number])[] = []
  for (const word of fold(query).split(/\s+/)) {
    if (word === '') continue
    const match = matchWord(word, folded)
    if (match === undefined) return undefined
    score += match.score
    ranges.push(...match.ranges)
  }
  return { score, ranges: joinRanges(ranges) }
}

function matchWord(word: string, folded: string): Match | undefined {
  if (folded === word) return { score: 6, ranges: [[0, word.length]] }
  let inside: number | undefined
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
    if (isWordStart(folded, at)) return { score: at === 0 ? 5 : 4, ranges: [[at, at + word.length]] }
    inside ??= at
  }
  const initials = matchInitials(word, folded)
  if (initials !== undefined) return { score: 3, ranges: initials }
  // A single letter is inside of nearly everything.
  return inside === undefined || word.length < 2 ? undefined : { score: 1, ranges: [[inside, inside + word.length]] }
}

/** Each letter begins a word, the words in order. */
function matchInitials(word: string, folded: string): Ranges | undefined {
  if (word.length < 2) return undefined
  const ranges: (readonly [number, number])[] = []
  let at = 0
  for (const letter of word) {
    while (at < folded.length && !(folded[at] === letter && isWordStart(folded, at))) at += 1
    if (at >= folded.length) return undefined
    ranges.push([at, at + 1])
    at += 1
  }
  return ranges
}

function joinRanges(ranges: Ranges): Ranges {
  const joined: [number, number][] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

const minKeyword = 3

/** Matches the label, or other words that stand for it, which count less and mark nothing. */
export function matchLabel(query: string, label: string, keywords = ''): Match | undefined {
  const match = matchText(query, label)
  if (match !== undefined) return match
  // Two letters are the beginning of one of those words too often.
  const other = query.trim().length < minKeyword ? undefined : matchText(query, `${label} ${keywords}`)
  return other && { score: other.score / 2, ranges: [] }
}

/** The items that match, the best first; equal ones keep their order. */
export function rankMatches<Item extends { readonly label: string; readonly keywords?: string | undefined }>(
  query: string,
  items: readonly Item[],
): readonly { readonly item: Item; readonly ranges: Ranges }[] {
  return items
    .flatMap((item) => {
      const match = matchLabel(query, item.label, item.keywords)
      return match === undefined ? [] : [{ item, ...match }]
    })
    .sort((a, b) => b.score - a.score)
}
