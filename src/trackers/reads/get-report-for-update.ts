import type { Reader } from '../../kit/db/db.ts'
import type { ReportId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Report } from '../model/report.ts'
import { findReport } from '../store/reports.ts'

/** Returns a report within the transaction that writes it; it may have been deleted since the first lookup. */
export async function getReportForUpdate(db: Reader, id: ReportId): Promise<Report> {
  const report = await findReport(db, id)
  if (report === undefined) throw new Refusal('absent')
  return report
}
