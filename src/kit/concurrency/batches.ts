/** Yields the items in arrays of at most `size`, so that one statement or one step stays small. */
export function* splitIntoBatches<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
