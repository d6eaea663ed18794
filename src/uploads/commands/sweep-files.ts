import type { World } from '../../kit/world.ts'
import { blobsInUse } from '../store/files.ts'

// Bytes are stored before the row that speaks of them: what is younger may still get its row.
const defaultGraceSeconds = 86_400
const batch = 500

/** Removes bytes that no file speaks of: what a crash or a refused import left behind. Returns how many. */
export async function sweepFiles(
  world: Pick<World, 'db' | 'files' | 'clock'>,
  graceSeconds = defaultGraceSeconds,
): Promise<number> {
  const before = world.clock.now() - graceSeconds
  let removed = 0
  let names: string[] = []
  const removeUnused = async (): Promise<void> => {
    const used = await blobsInUse(world.db.read, names)
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
