/** Works on all items, some of them at the same time. The first error is thrown when no work is running any more. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  maxConcurrent: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]()
  let hasFailed = false
  const workOnSome = async (): Promise<void> => {
    for (const item of rest) {
      if (hasFailed) return
      try {
        await work(item)
      } catch (problem) {
        hasFailed = true
        throw problem
      }
    }
  }
  const results = await Promise.allSettled(Array.from({ length: maxConcurrent }, workOnSome))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
