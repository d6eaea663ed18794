import type { IdleWorld } from '../../world/model/idle-world.ts'
import { disableRepresentationSharing } from '../storage/disable-representation-sharing.ts'
import { createStorageInternals, getApache } from '../storage/open-storage.ts'
import { loadActiveRepositories } from '../store/repositories.ts'
import { getOwnership } from './ownership.ts'

/** Starts Apache, or to compete for the lease, in advance if there are repositories, and ends processes left by a killed server. */
export async function startServing(world: IdleWorld): Promise<void> {
  const living = await loadActiveRepositories(world.db.read)
  if (living.length === 0) return
  // Left by servers that used the path itself.
  if (createStorageInternals(world.repositories)?.account?.directory)
    for (const { directory } of living)
      if (directory !== null)
        await disableRepresentationSharing(world.repositories.path(directory)).catch(ignoreMissing)
  const ownership = getOwnership(world)
  if (ownership.isCompeting) ownership.start()
  else getApache(world)?.start()
}

function ignoreMissing(problem: unknown): void {
  if (!(problem instanceof Error && 'code' in problem && problem.code === 'ENOENT')) throw problem
}
