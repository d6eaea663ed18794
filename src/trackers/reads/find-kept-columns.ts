import { loadPreferences } from '../../accounts/store/preferences.ts'
import type { Reader } from '../../database/db/db.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'

/** Returns the columns that the caller chose last in a tracker, as the pages store them (docs/api/users.md §6). */
export async function findKeptColumns(db: Reader, caller: Caller, id: TrackerId): Promise<string | null> {
  if (caller.kind !== 'member') return null
  const name = `tracker_columns_${id}`
  return (await loadPreferences(db, caller.id, [name])).get(name) ?? null
}
