import type { Field, StoredValues } from '../../fields/model/field.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { NameLookup } from './format-value-label.ts'

/** A change of one artifact, for the rules of the workflow. */
export interface WorkflowContext {
  readonly tracker: Tracker
  /** null: the artifact is new */
  readonly before: StoredValues | null
  /** Values that change; for a new artifact also the defaults. */
  readonly changed: StoredValues
  readonly comment: string
  readonly caller: Caller
  readonly now: EpochSeconds
  /** IANA zone that decides where a day begins. */
  readonly timezone: string
  /** Whether a field that a transition requires is empty. */
  isEmpty(field: Field, value: unknown): boolean
  /** For messages; without them users and groups appear as ids. */
  readonly names?: NameLookup
}
