import { loadPreferences } from '../../accounts/store/preferences.ts'
import type { Reader } from '../../database/db/db.ts'
import { isFieldset } from '../../fields/registry/capabilities.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { Tracker } from '../model/tracker.ts'

/**
 * Returns the name of the preference that collapses a field set: "1" (docs/api/trackers.md §3.4; the name is specific
 * to Tulipwood).
 */
const preferenceName = (id: FieldId): string => `fieldset_${id}`

/** Field sets of these trackers that the caller has folded away. */
export async function loadCollapsedFieldsets(
  db: Reader,
  caller: Caller,
  trackers: readonly Tracker[],
): Promise<ReadonlySet<FieldId>> {
  if (caller.kind !== 'member') return new Set()
  const fieldsets = trackers.flatMap(({ fields }) => fields.filter(isFieldset))
  if (fieldsets.length === 0) return new Set()
  const names = fieldsets.map(({ id }) => preferenceName(id))
  const preferences = await loadPreferences(db, caller.id, names)
  return new Set(fieldsets.map(({ id }) => id).filter((id) => preferences.get(preferenceName(id)) === '1'))
}
