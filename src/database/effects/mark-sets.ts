/** Returns a function that removes what is added to these sets from now on. */
export function markSets(...sets: readonly Set<number>[]): () => void {
  const sizes = sets.map(({ size }) => size)
  return () => {
    sets.forEach((set, index) => {
      // In the order of insertion.
      for (const each of [...set].slice(sizes[index])) set.delete(each)
    })
  }
}
