import {
  keepPreviousData,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type Listed, list, type PageOf, type Query, read, readPage } from './client.ts'
import { Failure } from './failure.ts'

/** What was read, by address: the one memory of the pages. */
export const memory = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (times, problem) => times < 2 && problem instanceof Failure && mayPass(problem.status),
    },
  },
})

/** No answer, or a failure of the server; what it cannot do at all (501) it will not do the next time either. */
function mayPass(status: number): boolean {
  return status === 0 || (status >= 500 && status !== 501)
}

/** `/projects/101/trackers` is kept below `/projects/101`: who forgets that forgets this too. */
export const keyOf = (path: string, query?: Query): readonly unknown[] => [
  ...path.split('/').filter((part) => part !== ''),
  ...(query === undefined ? [] : [query]),
]

interface Reading {
  /** Nothing is asked for while false. */
  readonly isWanted?: boolean
  readonly staleTime?: number
}

/** One resource, shown at once from memory and renewed behind. */
export const useRead = <T>(
  path: string,
  query?: Query,
  { isWanted = true, staleTime }: Reading = {},
): UseQueryResult<T, Failure> =>
  useQuery<T, Failure>({
    queryKey: keyOf(path, query),
    queryFn: ({ signal }) => read<T>(path, query, signal),
    enabled: isWanted,
    ...(staleTime === undefined ? {} : { staleTime }),
  })

/** One page of a collection; the one before stays until the next is there. */
export const useList = <T>(
  path: string,
  query?: Query,
  { isWanted = true }: Reading = {},
): UseQueryResult<Listed<T>, Failure> =>
  useQuery<Listed<T>, Failure>({
    queryKey: [...keyOf(path, query), 'page'],
    queryFn: ({ signal }) => list<T>(path, query, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })

/** The same where the collection is only a part of the answer. */
export const usePage = <Body>(
  path: string,
  query?: Query,
  { isWanted = true }: Reading = {},
): UseQueryResult<PageOf<Body>, Failure> =>
  useQuery<PageOf<Body>, Failure>({
    queryKey: [...keyOf(path, query), 'page'],
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
