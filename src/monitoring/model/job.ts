import type { JobId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** `failed`: it has failed before and waits for its next attempt. */
export const jobStates = ['waiting', 'running', 'failed'] as const
type JobState = (typeof jobStates)[number]

/** A background job that has not ended. */
export interface Job {
  readonly id: JobId
  readonly kind: string
  readonly state: JobState
  /** What it is about: ids of the payload. */
  readonly subject: string
  readonly attempts: number
  /** null: created by an earlier release. */
  readonly createdOn: EpochSeconds | null
  /** null: it runs. */
  readonly nextAttemptOn: EpochSeconds | null
  readonly lastError: string | null
  /** The node that runs it. */
  readonly node: string | null
}

export interface JobFilter {
  readonly kind?: string | undefined
  readonly state?: JobState | undefined
}

/** Number of jobs of a kind in each state. */
export type JobNumbers = { readonly kind: string } & Readonly<Record<JobState, number>>
