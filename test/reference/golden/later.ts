import type { Recording } from './records.ts'

/** Recordings that a later issue makes ours: as it lands it deletes its entries here, and only that. */
export interface LaterRequest {
  readonly issue: string
  readonly what: string
  applies(record: Recording): boolean
}

export const laterRequests: readonly LaterRequest[] = []
