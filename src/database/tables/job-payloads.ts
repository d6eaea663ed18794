import type { ChangeId } from '../../kit/values/ids.ts'

/** What each kind of job needs. Slices declare theirs next to what enqueues them, so that no other payload compiles. */
export interface JobPayloads {
  'spread-changes': { readonly changes: readonly ChangeId[] }
}

export type JobKind = keyof JobPayloads & string
