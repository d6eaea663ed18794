import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ProjectRepresentation } from '../../../src/projects/representations/project.ts'
import { type Listed, list, read } from './client.ts'
import type { Failure } from './failure.ts'
import { isNumber, membershipRead, projectNamedRead } from './first-reads.ts'
import { keyOf, listed, pageKeyOf, useRead } from './queries.ts'
import { useSession } from './session.ts'

interface Known {
  readonly project: ProjectRepresentation | undefined
  readonly shortname: string | null
  /** The API decides again with each request; this says only what is worth offering. */
  readonly isAdministrator: boolean
}

/** A project by its id, and whether the reader administers it. */
export function useProject(id: number): Known {
  const { data: project } = useRead<ProjectRepresentation>(`/projects/${id}`)
  return { project, shortname: project?.shortname ?? null, isAdministrator: useAdministers(id) }
}

/** Whether the reader administers a project. */
export function useAdministers(project: number | undefined): boolean {
  const { data: session } = useSession()
  const { path, query } = membershipRead
  const groups = useRead<readonly string[]>(path, query, { isWanted: session?.user != null })
  if (project === undefined || session === undefined) return false
  return session.is_site_administrator || (groups.data?.includes(`${project}_4`) ?? false)
}

/** The project that is called so, at most one; addresses of old name it by its number. */
export function useProjectNamed(name: string): UseQueryResult<Listed<ProjectRepresentation>, Failure> {
  const { path, query } = projectNamedRead(name)
  const known = (): ProjectRepresentation | undefined =>
    listed<ProjectRepresentation>(
      /^\/projects$/,
      ({ id, shortname }) => (isNumber(name) ? String(id) : shortname) === name,
    )
  return useQuery<ProjectRepresentation | Listed<ProjectRepresentation>, Failure, Listed<ProjectRepresentation>>({
    queryKey: isNumber(name) ? keyOf(path, query) : pageKeyOf(path, query),
    queryFn: ({ signal }) =>
      isNumber(name)
        ? read<ProjectRepresentation>(path, query, signal)
        : list<ProjectRepresentation>(path, query, signal),
    select: (found) => ('items' in found ? found : onlyOne(found)),
    placeholderData: () => {
      const project = known()
      return project && onlyOne(project)
    },
  })
}

const onlyOne = (project: ProjectRepresentation): Listed<ProjectRepresentation> => ({
  items: [project],
  total: 1,
  limit: 1,
  offset: 0,
  next: null,
})
