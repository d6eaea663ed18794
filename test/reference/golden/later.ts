import type { Recorded } from './records.ts'

/** Recordings that a later issue makes ours: as it lands it deletes its entries here, and only that. */
export interface Later {
  readonly issue: string
  readonly what: string
  applies(record: Recorded): boolean
}

export const later: readonly Later[] = []
