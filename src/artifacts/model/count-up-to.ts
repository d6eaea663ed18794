import type { EpochSeconds } from '../../kit/values/time.ts'

/** How many of an ascending list are not later than a moment. */
export function countUpTo(moments: readonly EpochSeconds[], moment: EpochSeconds): number {
  let [low, high] = [0, moments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((moments[middle] ?? 0) <= moment) low = middle + 1
    else high = middle
  }
  return low
}
