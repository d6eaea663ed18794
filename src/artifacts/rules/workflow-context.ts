import type { Field, StoredValues } from '../../fields/field.ts'
import type { Caller } from '../../kit/caller.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { NameLookup } from './label-of.ts'

/** A change of one artifact, before it is stored. */
export interface WorkflowContext {
  readonly tracker: Tracker
  /** null: the artifact is new */
  readonly before: StoredValues | null
  /** What the change sets, without what it leaves as it is; of a new artifact the defaults as well. */
  readonly changed: StoredValues
  readonly comment: string
  readonly caller: Caller
  readonly now: EpochSeconds
  /** IANA zone that decides where a day begins. */
  readonly timezone: string
  /** Whether a field that a transition wants filled is missing (fields/write-context.ts). */
  isEmpty(field: Field, value: unknown): boolean
  /** For messages; without them groups and people are named by their ids. */
  readonly names?: NameLookup
}
