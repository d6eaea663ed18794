import type { Tx } from '../../database/db/db.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Report } from '../model/report.ts'
import type { MayWriteReport } from '../store/save-report.ts'
import { auditTracker } from './audit-tracker.ts'

/** Records changes of project reports in the audit log, because all project members see them. */
export async function auditReport(
  tx: Tx,
  { clock }: Pick<CommandWorld, 'clock'>,
  caller: Caller,
  { subject: tracker }: MayWriteReport,
  { id, userId, name }: Report,
  action: string,
): Promise<void> {
  if (userId === null)
    await auditTracker(tx, tracker, { at: clock.now(), by: caller, action, detail: { report: id, label: name } })
}
