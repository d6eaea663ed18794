/** A row of the list, and the number of the element that shows it. */
export interface PlacedRow {
  readonly element: number
  readonly index: number
}

/**
 * Rows that come into view take the elements of those that left it: an element that only changes its texts costs the
 * browser less than another one. The elements keep their order, so that of the rows becomes another one.
 */
export function placeRows(placed: readonly PlacedRow[], indexes: readonly number[]): readonly PlacedRow[] {
  const [indexSet, missing] = [new Set(indexes), new Set(indexes)]
  for (const { index } of placed) missing.delete(index)
  if (missing.size === 0 && placed.length === indexSet.size) return placed
  const coming = [...missing]
  const next: PlacedRow[] = []
  for (const row of placed) {
    const index = indexSet.has(row.index) ? row.index : coming.shift()
    if (index !== undefined) next.push(index === row.index ? row : { element: row.element, index })
  }
  const free = 1 + Math.max(-1, ...next.map(({ element }) => element))
  return [...next, ...coming.map((index, n) => ({ element: free + n, index }))]
}

/** In the order of the rows, in which screen readers read them. */
export const sortRows = (placed: readonly PlacedRow[]): readonly PlacedRow[] =>
  placed.every(({ index }, n) => n === 0 || (placed[n - 1]?.index ?? 0) < index)
    ? placed
    : placed.toSorted((a, b) => a.index - b.index)
