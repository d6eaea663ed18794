import type { Caller } from '../../kit/caller.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { readsField } from '../../trackers/policy.ts'
import type { Openness } from '../store/open.ts'

/** What makes artifacts of a tracker open for this caller: where the status cannot be read, it hides nothing. */
export function opennessFor(caller: Caller, tracker: Tracker): Openness {
  const status = tracker.semantics.status
  const field = status && tracker.fieldById.get(status.field)
  const isKnown = status !== undefined && field?.isUsed === true && readsField(caller, field, tracker)
  return { trackerId: tracker.id, status: isKnown ? status : null }
}
