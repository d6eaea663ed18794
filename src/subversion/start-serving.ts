import type { World } from '../kit/world.ts'
import { apacheOf } from './open-storage.ts'
import { livingRepositories } from './store/repositories.ts'

/** Where there are repositories, Apache is there before anybody asks, and what a killed server left of its own is ended. */
export async function startServing(world: World): Promise<void> {
  if ((await livingRepositories(world.db.read)).length > 0) apacheOf(world)?.start()
}
