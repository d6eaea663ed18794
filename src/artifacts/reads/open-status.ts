import { type Condition, matchAll, not } from '../../fields/model/condition.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { NO_VALUE } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { canReadField } from '../../trackers/policy.ts'
import type { OpenStatus } from '../store/open-status.ts'

/** Returns the status values that count as open; without a readable status field every artifact is open. */
export function getOpenStatus(caller: Caller, tracker: Tracker): OpenStatus {
  const status = tracker.semantics.status
  const field = status && tracker.fieldById.get(status.field)
  const isKnown = status !== undefined && field?.isUsed === true && canReadField(caller, field, tracker)
  return { trackerId: tracker.id, status: isKnown ? status : null }
}

/** Returns the open status as a condition on the artifacts of the tracker. */
export function buildOpenCondition({ status }: OpenStatus): Condition {
  if (status === null) return matchAll
  const { field, openValues } = status
  const isOpen: Condition = { kind: 'holds', field, family: 'list', values: openValues }
  // "None" has no row in the index.
  return openValues.includes(NO_VALUE) ? { kind: 'any', of: [isOpen, not({ ...isOpen, values: null })] } : isOpen
}
