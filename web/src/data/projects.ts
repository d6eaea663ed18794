import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ProjectRepresentation } from '../../../src/projects/representations/project.ts'
import { type Listed, list, read } from './client.ts'
import type { Failure } from './failure.ts'
import { keyOf, useRead } from './queries.ts'
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
  const groups = useRead<readonly string[]>(
    '/users/self/membership',
    { scope: 'project', format: 'id' },
    { isWanted: session?.user != null },
  )
  if (project === undefined || session === undefined) return false
  return session.is_site_administrator || (groups.data?.includes(`${project}_4`) ?? false)
}

/** The project that is called so, at most one; addresses of old name it by its number. */
export const useProjectNamed = (name: string): UseQueryResult<Listed<ProjectRepresentation>, Failure> =>
  useQuery<Listed<ProjectRepresentation>, Failure>({
    queryKey: [...keyOf('/projects'), { named: name }],
    queryFn: async ({ signal }) => {
      if (!/^\d+$/.test(name))
        return list<ProjectRepresentation>(
          '/projects',
          { query: JSON.stringify({ shortname: name }), limit: 1 },
          signal,
        )
      const project = await read<ProjectRepresentation>(`/projects/${name}`, undefined, signal)
      return { items: [project], total: 1, limit: 1, offset: 0, next: null }
    },
  })
