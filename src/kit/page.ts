/** One page of a collection: `offset` items are passed over, at most `limit` are given. */
export interface Page {
  readonly limit: number
  readonly offset: number
}
