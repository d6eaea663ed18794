import type { StoredValues } from '../../fields/field.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { Names } from './label-of.ts'

/** A change of one artifact, as date rules and list dependencies judge it. */
export interface RuledChange {
  readonly tracker: Tracker
  /** All values the artifact will have. */
  readonly values: StoredValues
  /** What the change sets, by hand and by the workflow: rules about anything else are left alone. */
  readonly sent: StoredValues
  /** For messages; without them groups and people are named by their ids. */
  readonly names?: Names
}
