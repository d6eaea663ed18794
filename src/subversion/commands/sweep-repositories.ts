import type { World } from '../../kit/world.ts'
import { foldersSpokenOf } from '../store/repository-folders.ts'

/** Longer than any repository is made for, a large one from its dump included, before a row speaks of it. */
const patienceSeconds = 86_400

/** Removes what a crash left between the disk and the database: folders that no row speaks of. */
export async function sweepRepositories({
  db,
  clock,
  repositories,
}: Pick<World, 'db' | 'clock' | 'repositories'>): Promise<void> {
  const old: string[] = []
  for await (const { folder, createdOn } of repositories.list())
    if (createdOn < clock.now() - patienceSeconds) old.push(folder)
  // Looked up after the folders were listed: a row that came meanwhile counts.
  const spokenOf = await foldersSpokenOf(db.read, old)
  for (const folder of old) if (!spokenOf.has(folder)) await repositories.remove(folder)
}
