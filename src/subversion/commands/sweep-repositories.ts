import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { loadUsedDirectories } from '../store/used-directories.ts'

/** Longer than any creation takes before its row exists, including restores of large dumps. */
const minAgeSeconds = 86_400

/** Removes directories without a row, left by crashes. */
export async function sweepRepositories(world: Pick<CommandWorld, 'db' | 'clock' | 'repositories'>): Promise<void> {
  const { clock, repositories } = world
  const old: string[] = []
  for await (const { directory, createdOn } of repositories.list())
    if (createdOn < clock.now() - minAgeSeconds) old.push(directory)
  // Queried after listing the directories: rows created in between count.
  const spokenOf = await loadUsedDirectories(withReads(world).db.read, old)
  for (const directory of old) if (!spokenOf.has(directory)) await repositories.remove(directory)
}
