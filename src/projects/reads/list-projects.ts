import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { Project } from '../model/project.ts'
import type { ProjectQuery } from '../model/project-query.ts'
import { mayListByStatus } from '../policy.ts'
import { loadProjectPage } from '../store/project-pages.ts'
import { loadProjects } from '../store/projects.ts'

interface Page {
  readonly limit: number
  readonly offset: number
}

/**
 * Returns one page of the projects that match a query and a search and that the caller can see, with the total
 * (docs/api/projects.md §3).
 */
export async function listProjects(
  world: Pick<World, 'db' | 'cache' | 'projectFeatures'>,
  caller: Caller,
  { query, search }: { readonly query: ProjectQuery; readonly search?: string | undefined },
  page: Page,
): Promise<{ readonly projects: Project[]; readonly size: number }> {
  if (query.kind === 'status') mayListByStatus(caller)
  const settings = await getSettings(world)
  const administered = query.kind === 'tracker admin' ? await administeredProjects(world, caller) : undefined
  const criteria = { caller, settings, query, search, administered }
  const { ids, size } = await loadProjectPage(world.db.read, criteria, page)
  const loaded = await loadProjects(world, ids)
  return { projects: ids.flatMap((id) => loaded.get(id) ?? []), size }
}

/** Returns the projects in which the caller administers something of a later slice. */
async function administeredProjects(
  { db, projectFeatures }: Pick<World, 'db' | 'projectFeatures'>,
  caller: Caller,
): Promise<ReadonlySet<ProjectId>> {
  const sets = await Promise.all(projectFeatures.map((offer) => offer.administeredBy?.(db.read, caller) ?? []))
  return new Set(sets.flatMap((each) => [...each]))
}
