import type { IdSource } from './assign-ids.ts'

const firstBuiltInId = 2_000_000_001

/**
 * Assigns ids to the default template outside the ordinary sequences: the first tracker that a user creates gets id 1,
 * as in an empty Tuleap. Used once in the life of a database; a second use would collide.
 */
export const reserveBuiltInIds: IdSource = async (_tx, _sequence, count) =>
  Array.from({ length: count }, (_, index) => firstBuiltInId + index)
