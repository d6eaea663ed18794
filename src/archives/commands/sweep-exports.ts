import type { World } from '../../kit/world.ts'
import { exportLifetime } from '../model/export.ts'
import { finishedExports, removeExports } from '../store/exports.ts'

const batch = 100

/** Removes archives that waited a day to be fetched. Returns how many. */
export async function sweepExports(world: Pick<World, 'db' | 'files' | 'clock'>): Promise<number> {
  const before = world.clock.now() - exportLifetime
  let removed = 0
  for (;;) {
    const old = await finishedExports(world.db.read, before, batch)
    if (old.length === 0) return removed
    await world.db.write((tx) =>
      removeExports(
        tx,
        old.map(({ id }) => id),
      ),
    )
    // After a crash in between nobody speaks of the bytes, and the sweep of files removes them.
    for (const { blob } of old) if (blob !== null) await world.files.remove(blob)
    removed += old.length
  }
}
