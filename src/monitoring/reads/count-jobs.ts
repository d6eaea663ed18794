import { countJobs } from '../../database/rows/job-rows.ts'
import type { World } from '../../world/model/world.ts'
import type { JobNumbers } from '../model/job.ts'

/** Returns the numbers of jobs in each state, of each kind that has any. */
export async function countJobsByState({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<readonly JobNumbers[]> {
  const counts = await countJobs(db.read, clock.now())
  return counts.map(({ kind, unfinished, running, failed }) => ({
    kind,
    waiting: Number(unfinished) - Number(running) - Number(failed),
    running: Number(running),
    failed: Number(failed),
  }))
}
