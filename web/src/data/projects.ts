import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ProjectRepresentation } from '../../../src/projects/representations/project.ts'
import type { ProjectMemberRepresentation } from '../../../src/projects/representations/project-member.ts'
import { type ListResult, readList, readResource } from './client.ts'
import type { Failure } from './failure.ts'
import { buildPageKey, buildQueryKey, findInCachedLists, queryCache, useList, useResource } from './queries.ts'
import { isNumber, membershipQuery, projectByNameQuery } from './route-queries.ts'
import { useSession } from './session.ts'

interface Known {
  readonly project: ProjectRepresentation | undefined
  readonly shortname: string | null
  /** Only decides what the page offers; the API checks each request. */
  readonly isAdministrator: boolean
}

/** A project by its id, and whether the reader administers it. `isWanted` is false where the project is known. */
export function useProject(id: number, { isWanted = true }: { readonly isWanted?: boolean } = {}): Known {
  const { data: project } = useResource<ProjectRepresentation>(`/projects/${id}`, undefined, { isWanted })
  return { project, shortname: project?.shortname ?? null, isAdministrator: useIsAdministrator(id) }
}

/** Whether the reader administers a project. */
export function useIsAdministrator(project: number | undefined): boolean {
  const { data: session } = useSession()
  const { path, query } = membershipQuery
  const groups = useResource<readonly string[]>(path, query, { isWanted: session?.user != null })
  if (project === undefined || session === undefined) return false
  return session.is_site_administrator || (groups.data?.includes(`${project}_4`) ?? false)
}

/** The project that is called so, at most one; addresses of old name it by its number. */
export function useProjectNamed(name: string): UseQueryResult<ListResult<ProjectRepresentation>, Failure> {
  const { path, query } = projectByNameQuery(name)
  const known = (): ProjectRepresentation | undefined =>
    findInCachedLists<ProjectRepresentation>(
      /^\/projects$/,
      ({ id, shortname }) => (isNumber(name) ? String(id) : shortname) === name,
    )
  return useQuery<
    ProjectRepresentation | ListResult<ProjectRepresentation>,
    Failure,
    ListResult<ProjectRepresentation>
  >({
    queryKey: isNumber(name) ? buildQueryKey(path, query) : buildPageKey(path, query),
    queryFn: ({ signal }) =>
      isNumber(name)
        ? readResource<ProjectRepresentation>(path, query, signal)
        : readList<ProjectRepresentation>(path, query, signal),
    select: (found) => ('items' in found ? found : onlyOne(found)),
    placeholderData: () => {
      const project = known()
      return project && onlyOne(project)
    },
  })
}

const onlyOne = (project: ProjectRepresentation): ListResult<ProjectRepresentation> => ({
  items: [project],
  total: 1,
  limit: 1,
  offset: 0,
  next: null,
})

/** Number of members of a project, for its members and administrators. */
export const useMemberCount = (project: number): number | undefined =>
  useList<ProjectMemberRepresentation>(`/projects/${project}/members`, { limit: 1 }).data?.total

/** Whether the reader may create projects. */
export const useMayCreateProjects = (): boolean => useSession().data?.can_create_projects === true

/** Loads lists and memberships again, after a project was added. */
export const useProjectsRenewal = (): (() => Promise<void>) =>
  useCallback(async () => {
    await Promise.all(
      ['/projects', '/users/self/membership'].map((path) =>
        queryCache.invalidateQueries({ queryKey: buildQueryKey(path) }),
      ),
    )
  }, [])
