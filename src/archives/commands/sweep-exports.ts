import { sweepPermit } from '../../kit/messages/system-permits.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { exportLifetime } from '../model/export.ts'
import { loadFinishedExports, removeExports } from '../store/exports.ts'

const batchSize = 100

/** Deletes archives after a day. Returns their number. */
export async function sweepExports(world: Pick<CommandWorld, 'db' | 'files' | 'clock'>): Promise<number> {
  const before = world.clock.now() - exportLifetime
  let removed = 0
  for (;;) {
    const old = await loadFinishedExports(withReads(world).db.read, before, batchSize)
    if (old.length === 0) return removed
    await world.db.write((tx) =>
      removeExports(
        tx,
        sweepPermit,
        old.map(({ id }) => id),
      ),
    )
    // After a crash in between, the sweep of files removes the bytes.
    for (const { blob } of old) if (blob !== null) await world.files.remove(blob)
    removed += old.length
  }
}
