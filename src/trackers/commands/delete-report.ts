import type { Caller } from '../../kit/values/caller.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Report } from '../model/report.ts'
import { getReportForUpdate } from '../reads/get-report-for-update.ts'
import { removeReport } from '../store/save-report.ts'
import { auditReport } from './audit-report.ts'
import { writeReport } from './write-report.ts'

/** Tulipwood extension. */
export const deleteReport = (
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  { id, trackerId }: Report,
): Promise<void> =>
  writeReport(world, caller, trackerId, async (tx, permitFor) => {
    const report = await getReportForUpdate(tx, id)
    const permit = permitFor(report)
    await removeReport(tx, permit, report)
    await auditReport(tx, world, caller, permit, report, 'report deleted')
  })
