import { loadPreferences } from '../../accounts/store/preferences.ts'
import type { Reader } from '../../database/db/db.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'

interface KeptView {
  readonly columns: string | null
  /** The caller chose all artifacts in place of the default report. */
  readonly hasChosenAll: boolean
}

/** Returns what the caller chose last in the list of a tracker, as the pages store it (docs/api/users.md §6). */
export async function findKeptView(db: Reader, caller: Caller, id: TrackerId): Promise<KeptView> {
  if (caller.kind !== 'member') return { columns: null, hasChosenAll: false }
  const [columns, report] = [`tracker_columns_${id}`, `tracker_report_${id}`]
  const preferences = await loadPreferences(db, caller.id, [columns, report])
  return { columns: preferences.get(columns) ?? null, hasChosenAll: preferences.get(report) === 'all' }
}
