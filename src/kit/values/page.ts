/** One page of a collection: skips `offset` items and returns at most `limit`. */
export interface Page {
  readonly limit: number
  readonly offset: number
}

/** Returns one page of a collection that is complete in memory, with the members of a response about it. */
export const slicePage = <T>(all: readonly T[], { limit, offset }: Page, max: number) => ({
  items: all.slice(offset, offset + limit),
  page: { limit, offset, size: all.length, max },
})
