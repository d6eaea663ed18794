import type { Change } from '../../artifacts/model/change.ts'
import type { Field, StoredValues } from '../../fields/model/field.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'

/** docs/api/archive-format.md §2.2, `notifications_level`: everything, nothing, or only changes of the status. */
export function shouldNotify(tracker: Tracker, { kind }: Pick<Change, 'kind'>, changed: StoredValues): boolean {
  switch (tracker.options.notificationsLevel) {
    case 0:
      return true
    case 1:
      return false
    case 2:
      return kind === 'created' || changed[tracker.semantics.status?.field ?? -1] !== undefined
    default:
      return tracker.options.notificationsLevel satisfies never
  }
}

/**
 * Returns the users an artifact is assigned to and those selected in lists that notify (docs/api/trackers.md §3.4,
 * `has_notifications`).
 */
export const resolveSelectedUsers = (tracker: Tracker, values: StoredValues): UserId[] =>
  tracker.fields
    .filter((field) => field.isUsed && field.bind?.kind === 'users' && isNotifyingField(field, tracker))
    .flatMap(({ id }) => userIdsIn(values[id]))

const isNotifyingField = (field: Field, { semantics }: Tracker): boolean =>
  field.hasNotifications || field.id === semantics.contributor?.field

/** fields/model/field.ts: ids of users. In open lists, bound values have the prefix "b"; the other entries are custom texts. */
const userIdsIn = (value: unknown): UserId[] =>
  (Array.isArray(value) ? value : []).flatMap((each: unknown) => {
    const id = typeof each === 'string' && each.startsWith('b') ? Number(each.slice(1)) : each
    return typeof id === 'number' ? [id as UserId] : []
  })
