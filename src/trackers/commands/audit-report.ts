import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { World } from '../../kit/world.ts'
import type { Report } from '../model/report.ts'
import type { MayWriteReport } from '../store/save-report.ts'
import { auditTracker } from './audit-tracker.ts'

/** Reports of a project are what all of it see: who changed one is written down. */
export async function auditReport(
  tx: Tx,
  { clock }: Pick<World, 'clock'>,
  by: Caller,
  { subject: tracker }: MayWriteReport,
  { id, userId, name }: Report,
  action: string,
): Promise<void> {
  if (userId === null)
    await auditTracker(tx, tracker, { at: clock.now(), by, action, detail: { report: id, label: name } })
}
