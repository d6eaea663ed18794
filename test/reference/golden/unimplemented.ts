import type { Recording } from './records.ts'

/** Recordings of operations that are not implemented yet. */
export interface LaterRequest {
  readonly issue: string
  readonly what: string
  applies(record: Recording): boolean
}

export const laterRequests: readonly LaterRequest[] = []
