import type { Reader } from '../../database/db/db.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { Renderer, Report } from '../model/report.ts'
import { loadDefaultReport, loadRenderers } from '../store/reports.ts'

export interface DefaultReport {
  readonly report: Report
  readonly renderers: readonly Renderer[]
}

/** Returns the report of the project with which the list of a tracker opens. */
export async function findDefaultReport(db: Reader, id: TrackerId): Promise<DefaultReport | null> {
  const report = await loadDefaultReport(db, id)
  if (report === undefined) return null
  return { report, renderers: (await loadRenderers(db, [report.id])).get(report.id) ?? [] }
}
