/** Returns the word that was probably meant: the closest one, unless all differ too much. */
export function findClosestWord(input: string, words: Iterable<string>): string | undefined {
  const folded = input.toLowerCase()
  const limit = Math.max(1, Math.floor(folded.length / 3))
  let [best, distance]: [string | undefined, number] = [undefined, limit + 1]
  for (const word of words) {
    if (Math.abs(word.length - folded.length) >= distance) continue
    const next = computeDistance(folded, word.toLowerCase(), distance - 1)
    if (next < distance) [best, distance] = [word, next]
    if (distance === 0) break
  }
  return best
}

/**
 * The number of characters that must be inserted, removed, replaced or swapped with their neighbour to get from one text to
 * another; a number above the limit: at least that many.
 */
export function computeDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    if (Math.min(...next) > limit) return limit + 1
    ;[before, row] = [row, next]
  }
  return row[b.length] ?? 0
}
