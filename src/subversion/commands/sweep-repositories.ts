import type { World } from '../../world/model/world.ts'
import { loadUsedDirectories } from '../store/used-directories.ts'

/** Longer than any creation takes before its row exists, including restores of large dumps. */
const minAgeSeconds = 86_400

/** Removes directories without a row, left by crashes. */
export async function sweepRepositories({
  db,
  clock,
  repositories,
}: Pick<World, 'db' | 'clock' | 'repositories'>): Promise<void> {
  const old: string[] = []
  for await (const { directory, createdOn } of repositories.list())
    if (createdOn < clock.now() - minAgeSeconds) old.push(directory)
  // Queried after listing the directories: rows created in between count.
  const spokenOf = await loadUsedDirectories(db.read, old)
  for (const directory of old) if (!spokenOf.has(directory)) await repositories.remove(directory)
}
