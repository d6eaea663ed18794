import type { StoredValues } from '../../fields/model/field.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { NameLookup } from './format-value-label.ts'

/** A change of one artifact, for date rules and list dependencies. */
export interface RuleInput {
  readonly tracker: Tracker
  /** All values of the artifact after the change. */
  readonly values: StoredValues
  /** Values that the user and the workflow change: rules about other fields do not apply. */
  readonly changed: StoredValues
  /** For messages; without them users and groups appear as ids. */
  readonly names?: NameLookup
}
