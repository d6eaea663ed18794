import type { World } from '../../kit/world.ts'
import { loadUsedFolders } from '../store/used-folders.ts'

/** Longer than any creation takes before its row exists, including restores of large dumps. */
const minAgeSeconds = 86_400

/** Removes directories without a row, left by crashes. */
export async function sweepRepositories({
  db,
  clock,
  repositories,
}: Pick<World, 'db' | 'clock' | 'repositories'>): Promise<void> {
  const old: string[] = []
  for await (const { folder, createdOn } of repositories.list())
    if (createdOn < clock.now() - minAgeSeconds) old.push(folder)
  // Queried after listing the directories: rows created in between count.
  const spokenOf = await loadUsedFolders(db.read, old)
  for (const folder of old) if (!spokenOf.has(folder)) await repositories.remove(folder)
}
