import { type UseMutationResult, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ServiceRepresentation } from '../../../src/projects/representations/service.ts'
import type {
  FullRepositoryRepresentation,
  RepositoryRepresentation,
} from '../../../src/subversion/representations/repository.ts'
import { type ListResult, readPage, readResource, sendChange } from './client.ts'
import { Failure } from './failure.ts'
import { useNavigation } from './navigation.ts'
import { buildQueryKey, queryCache, useChange } from './queries.ts'

/** A repository; administrators also get its settings. */
export type Repository = RepositoryRepresentation & Partial<Pick<FullRepositoryRepresentation, 'settings'>>
/** A repository with its settings, for administrators. */
export type AdministeredRepository = FullRepositoryRepresentation

export const hasRepositorySettings = (repository: Repository): repository is AdministeredRepository =>
  repository.settings !== undefined

export type NameFault = 'short' | 'first' | 'characters'

/** Finds the fault of a repository name while it is typed (docs/api/subversion.md §1.4); the server decides. */
export function findNameProblem(name: string): NameFault | undefined {
  if (!/^[a-zA-Z]/.test(name)) return 'first'
  if (!/^[\w.-]+$/.test(name)) return 'characters'
  return name.length < 3 ? 'short' : undefined
}

/** Subversion is not installed on the server, or switched off (501). */
export const isAbsent = (failure: Failure | null): boolean => failure?.status === 501

interface Part {
  readonly limit: number
  readonly offset: number
}

interface Listing {
  readonly repositories: readonly RepositoryRepresentation[]
}

/** Repositories of a project, by name; polled while they are changing. */
export const useRepositories = (
  project: number | undefined,
  { limit, offset }: Part,
  isChanging: (list: ListResult<RepositoryRepresentation>) => boolean = () => false,
): UseQueryResult<ListResult<RepositoryRepresentation>, Failure> =>
  useQuery<ListResult<RepositoryRepresentation>, Failure>({
    queryKey: [...buildQueryKey(`/projects/${project}/svn`), { limit, offset }],
    queryFn: async ({ signal }) => {
      const { body, total } = await readPage<Listing>(`/projects/${project}/svn`, { limit, offset }, signal)
      const items = body.repositories
      const all = total ?? items.length
      return { items, total: all, limit, offset, next: offset + limit < all ? offset + limit : null }
    },
    enabled: project !== undefined,
    refetchInterval: ({ state }) => (state.data !== undefined && isChanging(state.data) ? 1500 : false),
  })

const keyOfNamed = (project: number | undefined, name: string): readonly unknown[] => [
  ...buildQueryKey('/svn'),
  { project, repositoryName: name },
]

/** The repository with exactly this name; fails with 404 if there is none. */
export const useRepositoryNamed = (project: number | undefined, name: string): UseQueryResult<Repository, Failure> =>
  useQuery<Repository, Failure>({
    queryKey: keyOfNamed(project, name),
    queryFn: async ({ signal }) => {
      const query = { query: JSON.stringify({ name }), limit: 1 }
      const { body } = await readPage<Listing>(`/projects/${project}/svn`, query, signal)
      const [repository] = body.repositories
      if (repository === undefined) throw new Failure('Repository not found', 404)
      return readResource<Repository>(`/svn/${repository.id}`, undefined, signal)
    },
    enabled: project !== undefined,
  })

/** Shows saved settings immediately and reloads dependent data in the background. */
export function updateCachedSettings(
  repository: AdministeredRepository,
  settings: AdministeredRepository['settings'],
): void {
  queryCache.setQueryData(keyOfNamed(repository.project.id, repository.name), { ...repository, settings })
  void queryCache.invalidateQueries({ queryKey: buildQueryKey('/svn') })
}

/** The service by which a project uses Subversion; undefined while loading. */
export const useSubversionService = (project: number | undefined): ServiceRepresentation | undefined =>
  useNavigation(project).data?.project?.services.find(({ name }) => name === 'plugin_svn')

/** Has a project use Subversion, or no longer; for its administrators. */
export const useSubversionSwitch = (
  project: number,
): UseMutationResult<void, Failure, { readonly service: number; readonly isUsed: boolean }> =>
  useChange(
    ({ service, isUsed }) => sendChange('PUT', `/project_services/${service}`, { is_enabled: isUsed }),
    [`/projects/${project}/project_services`],
  )
