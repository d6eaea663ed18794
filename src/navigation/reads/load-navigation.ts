import type { Caller } from '../../kit/values/caller.ts'
import type { World } from '../../world/model/world.ts'
import type { OwnCounts, ProjectKey, ProjectPlaces } from '../model/navigation.ts'
import { findProject } from './find-project.ts'
import { loadOwnCounts } from './own-counts.ts'
import { loadProjectPlaces } from './project-places.ts'

interface Navigation {
  readonly own: OwnCounts | null
  readonly places: ProjectPlaces | null
}

/** Returns what the menus of a page show; refuses like the resource of the key. */
export async function loadNavigation(
  world: Pick<World, 'db' | 'cache' | 'idSets' | 'projectFeatures'>,
  caller: Caller,
  key: ProjectKey | null,
): Promise<Navigation> {
  const project = key === null ? null : await findProject(world, caller, key)
  const [own, places] = await Promise.all([
    loadOwnCounts(world, caller),
    project === null ? null : loadProjectPlaces(world, caller, project),
  ])
  return { own, places }
}
