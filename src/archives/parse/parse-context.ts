import type { UserId } from '../../kit/ids.ts'
import type { FindingReporter } from '../findings.ts'
import type { GroupByName } from './groups.ts'

/** Outside references of tracker structures. */
export interface ParseContext {
  readonly notes: FindingReporter
  readonly groupOf: GroupByName
  /** Finds a user by `username`, `ldap`, `id` or `email`; undefined when unknown. */
  userOf(format: string, reference: string): UserId | undefined
  /** Keys of the trackers that are created together. */
  readonly trackerKeys: ReadonlySet<string>
  /** true: a single tracker, which may refer to trackers that are not included. */
  readonly isSingleTracker: boolean
}
