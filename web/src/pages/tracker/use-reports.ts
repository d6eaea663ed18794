import type { ReportRepresentation } from '../../../../src/trackers/representations/report.ts'
import { useList } from '../../data/queries.ts'

/** As many as the API returns at once. */
const limit = 1000

/** Reports of a tracker that the user can open, the default one first, then by name; none while they are loaded. */
export function useReports(tracker: number): readonly ReportRepresentation[] {
  const reports = useList<ReportRepresentation>(`/trackers/${tracker}/tracker_reports`, { limit }).data?.items ?? []
  return reports.toSorted((a, b) => Number(b.is_default) - Number(a.is_default))
}
