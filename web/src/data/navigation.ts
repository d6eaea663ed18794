import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { NavigationRepresentation } from '../../../src/navigation/representations/navigation.ts'
import { readResource } from './client.ts'
import type { Failure } from './failure.ts'
import { buildQueryKey, queryCache } from './queries.ts'
import { navigationQuery, type ProjectKey } from './route-queries.ts'
import { useSession } from './session.ts'

export type Navigation = NavigationRepresentation
/** A project with the places in it, as far as the user sees them. */
export type NavigationProject = NonNullable<Navigation['project']>
export type OwnCounts = Navigation['own']

const staleTime = 60_000
const ownKey = ['own counts'] as const
const keyOf = (key: ProjectKey): readonly unknown[] => buildQueryKey('/navigation', navigationQuery(key).query)

// However the project was found, its places are also known by its id and its short name.
queryCache.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== 'navigation') return
  const { data, dataUpdatedAt } = event.query.state
  // Only answers of that path have this key.
  const navigation = data as Navigation
  const { own, project } = navigation
  share(ownKey, own, dataUpdatedAt)
  if (project === null) return
  share(keyOf({ project_id: project.id }), navigation, dataUpdatedAt)
  share(keyOf({ shortname: project.shortname }), navigation, dataUpdatedAt)
})

function share(queryKey: readonly unknown[], data: Navigation | OwnCounts, updatedAt: number): void {
  if ((queryCache.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < updatedAt)
    queryCache.setQueryData(queryKey, data, { updatedAt })
}

/** Waits for the requests that find a project otherwise than by its id; returns their answers. */
async function awaitLookups(): Promise<readonly Navigation[]> {
  const lookups = queryCache
    .getQueryCache()
    .findAll({ queryKey: ['navigation'], fetchStatus: 'fetching' })
    .filter(({ queryKey }) => !Object.hasOwn(Object(queryKey[1]), 'project_id'))
  const results = await Promise.allSettled(lookups.map(({ promise }) => promise))
  return results.flatMap((result) =>
    result.status === 'fulfilled' && result.value ? [result.value as Navigation] : [],
  )
}

/** The places of a project; undefined: no project. */
export function useNavigation(project: number | undefined): UseQueryResult<Navigation, Failure> {
  const key = keyOf({ project_id: project ?? 0 })
  return useQuery<Navigation, Failure>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      // The first view of a page finds its project by what the URL names.
      const navigation =
        queryCache.getQueryData(key) === undefined
          ? (await awaitLookups()).find((each) => each.project?.id === project)
          : undefined
      return (
        navigation ?? readResource<Navigation>('/navigation', navigationQuery({ project_id: project }).query, signal)
      )
    },
    enabled: project !== undefined,
    staleTime,
  })
}

/** The same by the name of the project in a URL, or by its id there. */
export function useNamedNavigation<Selected>(
  key: ProjectKey,
  select: (navigation: Navigation) => Selected,
  placeholder: () => Navigation | undefined,
): UseQueryResult<Selected, Failure> {
  const { path, query } = navigationQuery(key)
  // The type parameter could be a function type, which no response is.
  const placeholderData = placeholder as () => never
  return useQuery<Navigation, Failure, Selected>({
    queryKey: buildQueryKey(path, query),
    queryFn: ({ signal }) => readResource<Navigation>(path, query, signal),
    select,
    placeholderData,
    staleTime,
  })
}

/** Numbers of items that wait for the user; undefined: not known yet; null: a visitor has none. */
export function useOwnCounts(): OwnCounts | undefined {
  const isSignedIn = useSession().data?.user != null
  const { data } = useQuery<OwnCounts, Failure>({
    queryKey: ownKey,
    queryFn: async ({ signal }) => {
      await awaitLookups()
      const pending = queryCache.getQueryCache().findAll({ queryKey: ['navigation'], fetchStatus: 'fetching' })
      await Promise.allSettled(pending.map(({ promise }) => promise))
      const shared = queryCache.getQueryState<OwnCounts>(ownKey)
      if (shared?.data && Date.now() - shared.dataUpdatedAt < staleTime && !shared.isInvalidated) return shared.data
      return (await readResource<Navigation>('/navigation', undefined, signal)).own
    },
    enabled: isSignedIn,
    staleTime,
  })
  return data
}

/** A tracker of a project that was open. */
export interface KnownTracker {
  readonly id: number
  readonly label: string
  readonly color_name: string
  readonly project: { readonly label: string }
}

export const listKnownTrackers = (): readonly KnownTracker[] =>
  queryCache
    .getQueriesData<Navigation>({ queryKey: ['navigation'] })
    .flatMap(([, navigation]) => navigation?.project ?? [])
    .flatMap(({ label, trackers }) => trackers.map((each) => ({ ...each, project: { label } })))
