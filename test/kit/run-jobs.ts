import { slices } from '../../src/app/slices.ts'
import { claimDueJob, finishJob } from '../../src/kit/db/job-rows.ts'
import type { World } from '../../src/kit/world.ts'

const handlers = new Map(slices.flatMap((slice) => slice.jobs).map((handler) => [handler.kind, handler]))

/**
 * Runs all jobs that are due in `later` seconds, one after the other, like the worker. A failing job fails the test.
 * Returns the number of jobs of each kind.
 */
export async function runJobs(world: World, { later = 0 } = {}): Promise<Record<string, number>> {
  // The clock advances: jobs that are enqueued by jobs are due at the time of the query.
  const now = () => world.clock.now() + later
  const laterWorld: World = { ...world, clock: { now } }
  const done: Record<string, number> = {}
  for (;;) {
    const job = await claimDueJob(world.db, [...handlers.keys()], now(), now() + 600)
    if (job === null) return done
    await world.cache.refresh()
    await handlers.get(job.kind)?.run(JSON.parse(job.payload), laterWorld)
    await world.db.write((tx) => finishJob(tx, job))
    done[job.kind] = (done[job.kind] ?? 0) + 1
  }
}
