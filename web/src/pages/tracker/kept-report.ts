import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { sendChange } from '../../data/client.ts'
import { queryCache } from '../../data/queries.ts'
import { trackerKey } from '../../data/trackers.ts'

type Tracker = Pick<TrackerRepresentation, 'id' | 'default_report'>

/**
 * Keeps that the user wants all artifacts in place of the default report, in every browser; of visitors only these pages
 * know it, until they are loaded again. A failure changes nothing for the list that is open.
 */
export async function keepAllArtifacts(user: number | null, { id, default_report: report }: Tracker): Promise<void> {
  if (report == null) return
  queryCache.setQueryData<TrackerRepresentation>(trackerKey(id), (shown) => shown && { ...shown, default_report: null })
  if (user === null) return
  await sendChange('PATCH', `/users/${user}/preferences`, { key: nameOf(id), value: 'all' }).catch(() => undefined)
}

/** The default report opens by itself again. */
export async function keepDefaultReport(user: number | null, { id, default_report: report }: Tracker): Promise<void> {
  if (report !== null) return
  if (user !== null) await sendChange('DELETE', `/users/${user}/preferences?key=${nameOf(id)}`).catch(() => undefined)
  await queryCache.invalidateQueries({ queryKey: trackerKey(id), exact: true })
}

/** Of the preference. */
const nameOf = (tracker: number): string => `tracker_report_${tracker}`
