import type { IdSource } from './assign-ids.ts'

const firstBuiltInId = 2_000_000_001

/**
 * Ids of what the default template comes with, out of the way of the ordinary sequences: the first tracker people make
 * is 1, as it is on an empty reference. Taken once in the life of a database; a second time would meet the first.
 */
export const builtInIds: IdSource = async (_tx, _sequence, count) =>
  Array.from({ length: count }, (_, index) => firstBuiltInId + index)
