import type { UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { FindingReporter } from './finding-reporter.ts'

/** Outside references of tracker structures. */
export interface ParseContext {
  readonly notes: FindingReporter
  /** Finds a project group by one of its archive names. */
  groupOf(name: string): UserGroupId | undefined
  /** Finds a user by `username`, `ldap`, `id` or `email`; undefined when unknown. */
  userOf(format: string, reference: string): UserId | undefined
  /** Keys of the trackers that are created together. */
  readonly trackerKeys: ReadonlySet<string>
  /** true: a single tracker, which may refer to trackers that are not included. */
  readonly isSingleTracker: boolean
}
