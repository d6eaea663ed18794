import type { Reader } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ReportId } from '../../kit/values/ids.ts'
import type { Report } from '../model/report.ts'
import { findReport } from '../store/reports.ts'

/** Returns a report within the transaction that writes it; it may have been deleted since the first lookup. */
export async function getReportForUpdate(db: Reader, id: ReportId): Promise<Report> {
  const report = await findReport(db, id)
  if (report === undefined) throw new Refusal('absent')
  return report
}
