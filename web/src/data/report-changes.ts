import type { ReportRepresentation } from '../../../src/trackers/representations/report.ts'
import type { ReportDefinitionRepresentation } from '../../../src/trackers/representations/report-definition.ts'
import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import { sendChange } from './client.ts'
import { singleQuery } from './prefetch-query.ts'
import { buildQueryKey, prefetchQueries, queryCache, renewNavigation } from './queries.ts'
import { trackerKey } from './trackers.ts'

/** What a report keeps of a view. */
export interface ReportContent {
  /** The whole condition as TQL. */
  readonly query: string
  /** Names of columns. */
  readonly columns: readonly string[]
  readonly sort: readonly { readonly name: string; readonly isDescending: boolean }[]
}

/** Creates a report for the user alone; returns its id. */
export async function createReport(
  tracker: TrackerRepresentation,
  label: string,
  content: ReportContent,
): Promise<number> {
  const { id } = await sendChange<ReportRepresentation>('POST', '/tracker_reports', {
    tracker: { id: tracker.id },
    label,
    expert_query: content.query,
    tables: [toTable(tracker, content)],
  })
  await renewReports(tracker.id)
  // The list stays in place when the URL names the report.
  await prefetchQueries([singleQuery(`/tracker_reports/${id}/definition`)])
  return id
}

/** Replaces the condition and the first table of a report; what the list does not show stays. */
export async function saveReport(
  tracker: TrackerRepresentation,
  report: ReportDefinitionRepresentation,
  content: ReportContent,
): Promise<void> {
  const [first, ...others] = report.tables
  const table = { ...toTable(tracker, content), ...(first && { id: first.id, label: first.label }) }
  await changeReport(tracker.id, report, { query: {}, expert_query: content.query, tables: [table, ...others] })
}

/** Shows a report to all users of the tracker, or to its owner alone. */
export const shareReport = (
  tracker: number,
  report: ReportDefinitionRepresentation,
  isPublic: boolean,
): Promise<void> => changeReport(tracker, report, { is_public: isPublic, is_default: isPublic && report.is_default })

export async function deleteReport(tracker: number, report: ReportDefinitionRepresentation): Promise<void> {
  await sendChange('DELETE', `/tracker_reports/${report.id}`)
  if (report.is_default) await renewDefaultReport(tracker)
  await renewReports(tracker)
}

/** Replaces members of a report; the others stay. */
export async function changeReport(
  tracker: number,
  { id, tracker_id: _, tables: _tables, ...definition }: ReportDefinitionRepresentation,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sendChange('PUT', `/tracker_reports/${id}`, { ...definition, ...changes })
  await queryCache.invalidateQueries({ queryKey: buildQueryKey(`/tracker_reports/${id}/definition`) })
  if (definition.is_default || changes['is_default'] === true) await renewDefaultReport(tracker)
  await renewReports(tracker)
}

/** It comes with the tracker. */
const renewDefaultReport = (tracker: number): Promise<void> =>
  queryCache.invalidateQueries({ queryKey: trackerKey(tracker), exact: true })

/** Those of the user are also next to the page. */
async function renewReports(tracker: number): Promise<void> {
  void renewNavigation()
  await queryCache.invalidateQueries({ queryKey: buildQueryKey(`/trackers/${tracker}/tracker_reports`) })
}

function toTable({ fields }: TrackerRepresentation, { columns, sort }: ReportContent) {
  const isField = (name: string): boolean => fields.some((field) => field.name === name)
  return {
    columns: columns.filter(isField),
    sort: sort.map(({ name, isDescending }) => ({ field_id: name, direction: isDescending ? 'desc' : 'asc' })),
  }
}
