import type { StoredValues } from '../../fields/field.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { NameLookup } from './label-of.ts'

/** A change of one artifact, as date rules and list dependencies judge it. */
export interface RuleInput {
  readonly tracker: Tracker
  /** All values the artifact will have. */
  readonly values: StoredValues
  /** What the change sets, by hand and by the workflow: rules about anything else are left alone. */
  readonly changed: StoredValues
  /** For messages; without them groups and people are named by their ids. */
  readonly names?: NameLookup
}
