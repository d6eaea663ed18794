import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { sendTrackerChange } from '../../data/tracker-admin.ts'

/** One instruction of docs/api/trackers.md §4.6, which the API takes as a text. */
export const changeWorkflow = (tracker: number, workflow: object): Promise<TrackerRepresentation> =>
  sendTrackerChange('PATCH', tracker, '', { query: JSON.stringify({ workflow }) })
