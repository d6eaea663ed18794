import type { ReportRepresentation } from '../../../../src/trackers/representations/report.ts'
import { useList } from '../../data/queries.ts'

/** As many as the API returns at once. */
const limit = 1000

/** Reports of a tracker that the user can open, ordered by name; none while they are loaded. */
export const useReports = (tracker: number): readonly ReportRepresentation[] =>
  useList<ReportRepresentation>(`/trackers/${tracker}/tracker_reports`, { limit }).data?.items ?? []
