import type { World } from '../../kit/world.ts'
import { isDumpNeeded } from '../store/repositories.ts'

/** The job that removes a dump which nothing needs any more; its payload is the dump's name. */
export const dumpRemovalKind = 'remove-repository-dump'

/** Removes a dump, unless a repository consists of it after all. */
export async function removeDump(world: Pick<World, 'db' | 'repositories'>, dump: string): Promise<void> {
  if (!(await isDumpNeeded(world.db.read, dump))) await world.repositories.removeDump(dump)
}
