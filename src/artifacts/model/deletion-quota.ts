import type { EpochSeconds } from '../../kit/time.ts'

const windowSeconds = 86_400

/** Deletions before this moment count no more (docs/api/artifacts.md §3.10: a sliding window of 24 hours). */
export const windowStart = (now: EpochSeconds): EpochSeconds => now - windowSeconds

/** How many artifacts somebody may delete in 24 hours, and how many are left of them. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
}
