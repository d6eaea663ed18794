import type { EpochSeconds } from '../../kit/values/time.ts'

const windowSeconds = 86_400

/** Deletions before this time no longer count (docs/api/artifacts.md §3.10: a sliding window of 24 hours). */
export const computeWindowStart = (now: EpochSeconds): EpochSeconds => now - windowSeconds

/** Number of artifacts that a user may delete in 24 hours, and the remaining number. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
}
