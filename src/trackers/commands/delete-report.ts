import type { Caller } from '../../kit/caller.ts'
import type { World } from '../../kit/world.ts'
import type { Report } from '../model/report.ts'
import { reportToWrite } from '../reads/report-to-write.ts'
import { removeReports } from '../store/save-report.ts'
import { noteReport } from './note-report.ts'
import { writeReport } from './write-report.ts'

/** Our extension. */
export const deleteReport = (
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  { id, trackerId }: Report,
): Promise<void> =>
  writeReport(world, caller, trackerId, async (tx, permitFor) => {
    const report = await reportToWrite(tx, id)
    const permit = permitFor(report)
    await removeReports(tx, permit, [id])
    await noteReport(tx, world, caller, permit, report, 'report deleted')
  })
