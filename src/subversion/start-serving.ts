import type { World } from '../kit/world.ts'
import { apacheOf, behindStorage } from './open-storage.ts'
import { stopSharing } from './stop-sharing.ts'
import { livingRepositories } from './store/repositories.ts'

/** Where there are repositories, Apache is there before anybody asks, and what a killed server left of its own is ended. */
export async function startServing(world: World): Promise<void> {
  const living = await livingRepositories(world.db.read)
  if (living.length === 0) return
  // Of servers that could reach them by their path.
  if (behindStorage(world.repositories)?.account?.entry)
    for (const { folder } of living)
      if (folder !== null) await stopSharing(world.repositories.path(folder)).catch(unlessMissing)
  apacheOf(world)?.start()
}

function unlessMissing(problem: unknown): void {
  if (!(problem instanceof Error && 'code' in problem && problem.code === 'ENOENT')) throw problem
}
