/** One page of a collection: skips `offset` items and returns at most `limit`. */
export interface Page {
  readonly limit: number
  readonly offset: number
}
