import { slices } from '../../src/app/slices/slices.ts'
import { claimDueJobs, finishJobs } from '../../src/database/rows/job-rows.ts'
import type { World } from '../../src/world/model/world.ts'

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
    const claim = await claimDueJobs(world.db, [...handlers.keys()], now(), now() + 600)
    if (claim === null) return done
    const { kind, payloads } = claim
    await world.cache.refresh()
    for (const payload of payloads) await handlers.get(kind)?.run(JSON.parse(payload), laterWorld)
    await world.db.write((tx) => finishJobs(tx, claim))
    done[kind] = (done[kind] ?? 0) + payloads.length
  }
}
