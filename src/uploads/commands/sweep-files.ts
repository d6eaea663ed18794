import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { loadBlobsInUse } from '../store/files.ts'

// Bytes are stored before the row that refers to them: younger ones may still get their row.
const defaultGraceSeconds = 86_400
const batch = 500

/** Removes stored bytes without a row, which a crash or a rejected import left. Returns how many it removed. */
export async function sweepFiles(
  world: Pick<CommandWorld, 'db' | 'files' | 'clock'>,
  graceSeconds = defaultGraceSeconds,
): Promise<number> {
  const before = world.clock.now() - graceSeconds
  let removed = 0
  let names: string[] = []
  const removeUnused = async (): Promise<void> => {
    const used = await loadBlobsInUse(withReads(world).db.read, names)
    for (const name of names) {
      if (used.has(name)) continue
      await world.files.remove(name)
      removed++
    }
    names = []
  }
  for await (const { name, storedOn } of world.files.list()) {
    if (storedOn < before) names.push(name)
    if (names.length === batch) await removeUnused()
  }
  await removeUnused()
  return removed
}
