import type { UseQueryResult } from '@tanstack/react-query'
import type { ProjectRepresentation } from '../../../src/projects/representations/project.ts'
import type { ProjectMemberRepresentation } from '../../../src/projects/representations/project-member.ts'
import type { ListResult } from './client.ts'
import type { Failure } from './failure.ts'
import { type Navigation, type NavigationProject, useNamedNavigation, useNavigation } from './navigation.ts'
import { buildQueryKey, findInCachedLists, queryCache, renewNavigation, useList } from './queries.ts'
import { isNumber, projectKeyOf } from './route-queries.ts'
import { useSession } from './session.ts'

interface ProjectAccess {
  readonly project: NavigationProject | undefined
  readonly shortname: string | null
  /** Only decides what the page offers; the API checks each request. */
  readonly isAdministrator: boolean
}

/** A project by its id, and whether the reader administers it; undefined: none. */
export function useProject(id: number | undefined): ProjectAccess {
  const project = useNavigation(id).data?.project ?? undefined
  return { project, shortname: project?.shortname ?? null, isAdministrator: project?.can_update ?? false }
}

/** Whether the reader administers a project. */
export const useIsAdministrator = (project: number | undefined): boolean => useProject(project).isAdministrator

/** The project that is called so, at most one; addresses of old name it by its number. */
export const useProjectNamed = (name: string): UseQueryResult<ListResult<NavigationProject>, Failure> =>
  useNamedNavigation(projectKeyOf(name), listProject, () => {
    const project = findInCachedLists<ProjectRepresentation>(
      /^\/projects$/,
      ({ id, shortname }) => (isNumber(name) ? String(id) : shortname) === name,
    )
    return project && { own: null, project: { ...project, ...noPlaces } }
  })

const listProject = ({ project }: Navigation): ListResult<NavigationProject> => {
  const items = project === null ? [] : [project]
  return { items, total: items.length, limit: 1, offset: 0, next: null }
}

/** Until the places of a project are known. */
const noPlaces = {
  is_administrator: false,
  can_update: false,
  services: [],
  repositories: [],
  trackers: [],
  tracker_count: 0,
  reports: [],
}

/** Number of members of a project, for its members and administrators. */
export const useMemberCount = (project: number): number | undefined =>
  useList<ProjectMemberRepresentation>(`/projects/${project}/members`, { limit: 1 }).data?.total

/** Whether the reader may create projects. */
export const useMayCreateProjects = (): boolean => useSession().data?.can_create_projects === true

/** Loads lists and memberships again, after a project was added. */
export const renewProjects = async (): Promise<void> => {
  await Promise.all([queryCache.invalidateQueries({ queryKey: buildQueryKey('/projects') }), renewNavigation()])
}
