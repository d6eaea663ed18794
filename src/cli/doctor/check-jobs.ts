import { lateJobs } from '../../kit/db/job-rows.ts'
import type { World } from '../../kit/world.ts'
import { type Check, healthy, ill } from './check.ts'

const patienceSeconds = 3600

/** Work that should have been done an hour ago is stuck, unless no server ran. */
export async function checkJobs({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<Check> {
  const late = await lateJobs(db.read, clock.now() - patienceSeconds)
  const [first] = late
  if (first === undefined) return healthy('jobs', 'none is late')
  const why = first.lastError === null ? 'is the server running?' : `${first.kind}: ${first.lastError}`
  return ill('jobs', `${late.length} wait for more than an hour; ${why}`)
}
