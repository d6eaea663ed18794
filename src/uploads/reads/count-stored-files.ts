import type { World } from '../../kit/world.ts'
import { blobsInUse, countBlobs } from '../store/files.ts'

const graceSeconds = 86_400
const batch = 500

export interface StoredFilesCount {
  readonly used: number
  /** Older than a day, and nobody speaks of them. */
  readonly unused: number
  /** Rows speak of them, and they are not there. */
  readonly missing: number
}

/** Compares the bytes that are stored with those that rows speak of. */
export async function countStoredFiles(world: Pick<World, 'db' | 'files' | 'clock'>): Promise<StoredFilesCount> {
  const before = world.clock.now() - graceSeconds
  let used = 0
  let unused = 0
  let seen = new Map<string, boolean>()
  const count = async (): Promise<void> => {
    const inUse = await blobsInUse(world.db.read, [...seen.keys()])
    used += inUse.size
    for (const [name, isOld] of seen) if (isOld && !inUse.has(name)) unused++
    seen = new Map()
  }
  for await (const { name, storedOn } of world.files.list()) {
    seen.set(name, storedOn < before)
    if (seen.size === batch) await count()
  }
  await count()
  return { used, unused, missing: Math.max(0, (await countBlobs(world.db.read)) - used) }
}
