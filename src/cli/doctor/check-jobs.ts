import { loadOverdueJobs } from '../../database/rows/job-rows.ts'
import { maxJobDelaySeconds } from '../../monitoring/model/job-delay.ts'
import type { World } from '../../world/model/world.ts'
import { type Check, failCheck, passCheck } from './check.ts'

/** Reports jobs that have been due for more than an hour. */
export async function checkJobs({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<Check> {
  const late = await loadOverdueJobs(db.read, clock.now() - maxJobDelaySeconds)
  const [first] = late
  if (first === undefined) return passCheck('jobs', 'none overdue')
  const why = first.lastError === null ? 'is the server running?' : `${first.kind}: ${first.lastError}`
  return failCheck('jobs', `${late.length} overdue for more than an hour; ${why}`)
}
