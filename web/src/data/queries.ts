import {
  keepPreviousData,
  notifyManager,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Query } from './api-url.ts'
import { type ListResult, type PageResult, readList, readPage, readResource } from './client.ts'
import { Failure } from './failure.ts'
import type { PrefetchQuery } from './prefetch-query.ts'

const usualStaleTime = 10_000

/** Cache of responses by path, shared by all pages. */
export const queryCache = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      // A page reports a missing connection at once, instead of waiting for one.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: usualStaleTime,
      retry: (times, problem) => times < 2 && mayPass(problem) && navigator.onLine,
      // A refusal during prefetching stays a refusal.
      retryOnMount: ({ state: { error, errorUpdatedAt } }) =>
        mayPass(error) || Date.now() - errorUpdatedAt > usualStaleTime,
    },
  },
})

// The browser needs longer to set a timer than most listeners need, and a page has many: all of them share one.
let notifications: (() => void)[] = []
notifyManager.setScheduler((notify) => {
  if (notifications.push(notify) > 1) return
  setTimeout(() => {
    const due = notifications
    notifications = []
    for (const each of due) each()
  })
})

/** Whether a request is worth a retry: no response, or a server error other than 501. */
function mayPass(problem: Error | null): boolean {
  if (!(problem instanceof Failure)) return false
  const { status } = problem
  return status === 0 || (status >= 500 && status !== 501)
}

/** `/projects/101/trackers` is cached below `/projects/101`, so invalidating the latter invalidates both. */
export const buildQueryKey = (path: string, query?: Query): readonly unknown[] => [
  ...path.split('/').filter((part) => part !== ''),
  ...(query === undefined ? [] : [query]),
]

/** Reads the lists of artifacts of a tracker, their groups, the history of those, and their ages again. */
export const renewArtifactLists = (tracker: number | string): Promise<void> =>
  Promise.all(
    ['artifacts', 'artifact_groups', 'artifact_group_history', 'open_artifact_ages'].map((part) =>
      queryCache.invalidateQueries({ queryKey: buildQueryKey(`/trackers/${tracker}/${part}`) }),
    ),
  ).then(() => undefined)

/** Reads the places of projects, and the numbers of items of the user, again: once, however many show them. */
export async function renewNavigation(): Promise<void> {
  const queryKey = ['navigation']
  await queryCache.invalidateQueries({ queryKey, refetchType: 'none' })
  const active = queryCache.getQueryCache().findAll({ queryKey, type: 'active' })
  const query = active.find((each) => Object.hasOwn(Object(each.queryKey[1]), 'project_id')) ?? active[0]
  if (query === undefined) await queryCache.invalidateQueries({ queryKey: ['own counts'] })
  else await queryCache.refetchQueries({ queryKey: query.queryKey, exact: true })
}

/** Paths of what the navigation shows. */
const navigated = /^\/(projects|users\/self\/membership)\b/

interface ReadOptions<T> {
  /** No request is sent while false. */
  readonly isWanted?: boolean
  readonly staleTime?: number
  /** Data from another response, shown until this one arrives. */
  readonly placeholder?: () => T | undefined
}

/** Under which a page of a collection is kept. */
export const buildPageKey = (path: string, query?: Query): readonly unknown[] => [...buildQueryKey(path, query), 'page']

/** Finds an item in one of the cached lists. */
export const findInCachedLists = <T>(path: RegExp, isIt: (item: T) => boolean): T | undefined =>
  listCachedItems<T>(path).find(isIt)

/** The items of all cached lists with such a path. */
const listCachedItems = <T>(path: RegExp): readonly T[] =>
  queryCache
    .getQueryCache()
    .getAll()
    .filter(({ queryKey }) => queryKey.at(-1) === 'page' && path.test(pathOf(queryKey)))
    // Types of answers are those that their address decides.
    .flatMap(({ state }) => (state.data as ListResult<T> | undefined)?.items ?? [])

const pathOf = (key: readonly unknown[]): string =>
  key
    .slice(0, -1)
    .map((part) => (typeof part === 'string' ? `/${part}` : ''))
    .join('')

/** Fills the cache; errors are reported when the data is used. */
export async function prefetchQueries(reads: readonly PrefetchQuery[]): Promise<void> {
  await Promise.all(
    reads.map(async (each) => {
      const body = await readQuery(each).catch(() => undefined)
      if (body !== undefined && each.next !== undefined) await prefetchQueries(each.next(body))
    }),
  )
}

/** Returns the body of a response, from the cache if possible. */
export async function readQuery({ kind, path, query, staleTime = usualStaleTime }: PrefetchQuery): Promise<unknown> {
  switch (kind) {
    case 'one':
      return queryCache.fetchQuery({
        queryKey: buildQueryKey(path, query),
        queryFn: ({ signal }) => readResource<unknown>(path, query, signal),
        staleTime,
      })
    case 'page': {
      const queryFn = ({ signal }: { readonly signal: AbortSignal }) => readList<unknown>(path, query, signal)
      return (await queryCache.fetchQuery({ queryKey: buildPageKey(path, query), queryFn, staleTime })).items
    }
    case 'stream': {
      // `offset` keeps its place in the URL, so that it is the prefetched one.
      const first = query?.['offset'] ?? 0
      const list = await queryCache.fetchInfiniteQuery({
        queryKey: buildQueryKey(path),
        queryFn: ({ pageParam, signal }) => readList<unknown>(path, { ...query, offset: Number(pageParam) }, signal),
        initialPageParam: Number(first),
        staleTime,
      })
      return list.pages[0]?.items
    }
    default:
      return kind satisfies never
  }
}

/** One resource, shown at once from memory and renewed behind. */
export const useResource = <T>(
  path: string,
  query?: Query,
  { isWanted = true, staleTime, placeholder }: ReadOptions<T> = {},
): UseQueryResult<T, Failure> => {
  // The type parameter could be a function type, which no response is.
  const placeholderData = placeholder as (() => never) | undefined
  return useQuery<T, Failure>({
    queryKey: buildQueryKey(path, query),
    queryFn: ({ signal }) => readResource<T>(path, query, signal),
    enabled: isWanted,
    placeholderData,
    ...(staleTime === undefined ? {} : { staleTime }),
  })
}

/** One page of a collection; the one before stays until the next is there. */
export const useList = <T>(
  path: string,
  query?: Query,
  { isWanted = true }: ReadOptions<ListResult<T>> = {},
): UseQueryResult<ListResult<T>, Failure> =>
  useQuery<ListResult<T>, Failure>({
    queryKey: buildPageKey(path, query),
    queryFn: ({ signal }) => readList<T>(path, query, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })

/** The same where the collection is only a part of the answer. */
export const usePage = <Body>(
  path: string,
  query?: Query,
  { isWanted = true }: ReadOptions<PageResult<Body>> = {},
): UseQueryResult<PageResult<Body>, Failure> =>
  useQuery<PageResult<Body>, Failure>({
    queryKey: buildPageKey(path, query),
    queryFn: ({ signal }) => readPage<Body>(path, query, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })

/** A mutation; afterwards queries below the paths in `renews` are reloaded. */
export function useChange<Given, Answer>(
  work: (input: Given) => Promise<Answer>,
  renews: readonly string[] = [],
): UseMutationResult<Answer, Failure, Given> {
  const client = useQueryClient()
  return useMutation<Answer, Failure, Given>({
    mutationFn: work,
    onSuccess: () =>
      Promise.all([
        ...renews.map((path) => client.invalidateQueries({ queryKey: buildQueryKey(path) })),
        ...(renews.some((path) => navigated.test(path)) ? [renewNavigation()] : []),
      ]).then(() => undefined),
  })
}
