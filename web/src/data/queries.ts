import {
  keepPreviousData,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Query } from './address.ts'
import { type Listed, list, type PageOf, read, readPage } from './client.ts'
import { Failure } from './failure.ts'
import type { FirstRead } from './first-read.ts'

const usualStaleTime = 10_000

/** What was read, by address: the one memory of the pages. */
export const memory = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: usualStaleTime,
      retry: (times, problem) => times < 2 && mayPass(problem),
      // What was refused a moment ago, ahead of its page, is refused.
      retryOnMount: ({ state: { error, errorUpdatedAt } }) =>
        mayPass(error) || Date.now() - errorUpdatedAt > usualStaleTime,
    },
  },
})

/** No answer, or a failure of the server; what it cannot do at all (501) it will not do the next time either. */
function mayPass(problem: Error | null): boolean {
  if (!(problem instanceof Failure)) return false
  const { status } = problem
  return status === 0 || (status >= 500 && status !== 501)
}

/** `/projects/101/trackers` is kept below `/projects/101`: who forgets that forgets this too. */
export const keyOf = (path: string, query?: Query): readonly unknown[] => [
  ...path.split('/').filter((part) => part !== ''),
  ...(query === undefined ? [] : [query]),
]

interface Reading<T> {
  /** Nothing is asked for while false. */
  readonly isWanted?: boolean
  readonly staleTime?: number
  /** What is known of it from elsewhere is shown until it is there. */
  readonly known?: () => T | undefined
}

/** Under which a page of a collection is kept. */
export const pageKeyOf = (path: string, query?: Query): readonly unknown[] => [...keyOf(path, query), 'page']

/** Something as it stands in one of the lists that were read. */
export const listed = <T>(path: RegExp, isIt: (item: T) => boolean): T | undefined =>
  memory
    .getQueryCache()
    .getAll()
    .filter(({ queryKey }) => queryKey.at(-1) === 'page' && path.test(pathOf(queryKey)))
    // Types of answers are those that their address decides.
    .flatMap(({ state }) => (state.data as Listed<T> | undefined)?.items ?? [])
    .find(isIt)

const pathOf = (key: readonly unknown[]): string =>
  key
    .slice(0, -1)
    .map((part) => (typeof part === 'string' ? `/${part}` : ''))
    .join('')

/** What will be read is put into memory; what goes wrong is told when it is read. */
export async function readAhead(reads: readonly FirstRead[]): Promise<void> {
  await Promise.all(
    reads.map(async (each) => {
      const body = await fetchAhead(each).catch(() => undefined)
      if (body !== undefined && each.next !== undefined) await readAhead(each.next(body))
    }),
  )
}

/** The body of the answer; what memory holds already is not asked for. */
async function fetchAhead({ kind, path, query, staleTime = usualStaleTime }: FirstRead): Promise<unknown> {
  switch (kind) {
    case 'one':
      return memory.fetchQuery({
        queryKey: keyOf(path, query),
        queryFn: ({ signal }) => read<unknown>(path, query, signal),
        staleTime,
      })
    case 'page': {
      const queryFn = ({ signal }: { readonly signal: AbortSignal }) => list<unknown>(path, query, signal)
      return (await memory.fetchQuery({ queryKey: pageKeyOf(path, query), queryFn, staleTime })).items
    }
    case 'stream': {
      const { offset: first = 0, ...rest } = query ?? {}
      const found = await memory.fetchInfiniteQuery({
        queryKey: keyOf(path),
        queryFn: ({ pageParam, signal }) => list<unknown>(path, { ...rest, offset: Number(pageParam) }, signal),
        initialPageParam: Number(first),
        staleTime,
      })
      return found.pages[0]?.items
    }
    default:
      return kind satisfies never
  }
}

/** One resource, shown at once from memory and renewed behind. */
export const useRead = <T>(
  path: string,
  query?: Query,
  { isWanted = true, staleTime, known }: Reading<T> = {},
): UseQueryResult<T, Failure> => {
  // Of what has a type of its own nobody knows whether it is a function, which no answer is.
  const placeholderData = known as (() => never) | undefined
  return useQuery<T, Failure>({
    queryKey: keyOf(path, query),
    queryFn: ({ signal }) => read<T>(path, query, signal),
    enabled: isWanted,
    placeholderData,
    ...(staleTime === undefined ? {} : { staleTime }),
  })
}

/** One page of a collection; the one before stays until the next is there. */
export const useList = <T>(
  path: string,
  query?: Query,
  { isWanted = true }: Reading<Listed<T>> = {},
): UseQueryResult<Listed<T>, Failure> =>
  useQuery<Listed<T>, Failure>({
    queryKey: pageKeyOf(path, query),
    queryFn: ({ signal }) => list<T>(path, query, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })

/** The same where the collection is only a part of the answer. */
export const usePage = <Body>(
  path: string,
  query?: Query,
  { isWanted = true }: Reading<PageOf<Body>> = {},
): UseQueryResult<PageOf<Body>, Failure> =>
  useQuery<PageOf<Body>, Failure>({
    queryKey: pageKeyOf(path, query),
    queryFn: ({ signal }) => readPage<Body>(path, query, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })

/** A change; what was read under `renews` (addresses) is read again. */
export function useChange<Given, Answer>(
  work: (given: Given) => Promise<Answer>,
  renews: readonly string[] = [],
): UseMutationResult<Answer, Failure, Given> {
  const known = useQueryClient()
  return useMutation<Answer, Failure, Given>({
    mutationFn: work,
    onSuccess: () =>
      Promise.all(renews.map((path) => known.invalidateQueries({ queryKey: keyOf(path) }))).then(() => undefined),
  })
}
