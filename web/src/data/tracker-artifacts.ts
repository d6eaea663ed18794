import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { Query } from './api-url.ts'
import { type GroupedPage, type GroupOptions, type ListGroups, readGroupedPage } from './artifact-groups.ts'
import type { ListResult } from './client.ts'
import { readList } from './client.ts'
import type { Failure } from './failure.ts'
import { createLaterPages, type RowRange } from './later-pages.ts'
import { buildPageKey, buildQueryKey, queryCache } from './queries.ts'
import { type ArtifactListOptions, artifactListQuery, artifactPageSize } from './route-queries.ts'

export interface TrackerArtifacts {
  /** The groups of the list, if it has any. */
  readonly grouped: ListGroups | undefined
  /** The first page, which decides the number of rows. */
  readonly first: { readonly data: ListResult<ArtifactRepresentation> | undefined; readonly error: Failure | null }
  readonly isStale: boolean
  /** The first page is on its way, also while an older one is shown. */
  readonly isFetching: boolean
  readonly rowAt: (index: number) => ArtifactRepresentation | undefined
  /** Whether one of the artifacts on the first page, or on those in view, is of a kind. */
  readonly isSomeLoaded: (isOfKind: (artifact: ArtifactRepresentation) => boolean) => boolean
  /** Loads the pages of these rows; the same function as long as the list is the same. */
  readonly showRows: (ranges: readonly RowRange[]) => void
  /** Calls a listener when rows after the first page arrive or change: they render nothing by themselves. */
  readonly subscribe: (listener: () => void) => () => void
  /** Another value whenever they are different. */
  readonly getSnapshot: () => unknown
  /** The artifacts of these rows, also where they are not in view. */
  readonly readRows: (first: number, last: number) => Promise<readonly ArtifactRepresentation[]>
  /** Those of at most 200 artifacts that the list has now. */
  readonly readMatching: (ids: readonly number[]) => Promise<readonly ArtifactRepresentation[]>
  /** The row of an artifact among the pages in view. */
  readonly findRow: (artifact: number) => number | undefined
}

/** Replaces changed artifacts in all cached lists of a tracker; each keeps its place until the list is read again. */
export function replaceListed(tracker: number, changed: ReadonlyMap<number, ArtifactRepresentation>): void {
  queryCache.setQueriesData<ListResult<ArtifactRepresentation>>(
    {
      queryKey: buildQueryKey(`/trackers/${tracker}/artifacts`),
      predicate: ({ queryKey }) => queryKey.at(-1) === 'page',
    },
    (page) => page && { ...page, items: page.items.map((item) => mergeListed(item, changed.get(item.id))) },
  )
}

/** Each list has the values of other fields: those that were not read stay as they are. */
function mergeListed(cached: ArtifactRepresentation, read: ArtifactRepresentation | undefined): ArtifactRepresentation {
  if (read === undefined) return cached
  const values = read.values ?? []
  const isRead = new Set(values.map(({ field_id }) => field_id))
  const otherValues = cached.values?.filter(({ field_id }) => !isRead.has(field_id)) ?? []
  // Requests for some artifacts do not count the children.
  const children = read.children ?? cached.children
  return {
    ...read,
    ...(children && { children }),
    values: cached.values === null && read.values === null ? null : [...otherValues, ...values],
  }
}

const pageOf = (row: number): number => Math.floor(row / artifactPageSize)

type FirstPage = ListResult<ArtifactRepresentation> & Partial<GroupedPage>

/**
 * Artifacts of a tracker, of which only pages in view are loaded. `groups` is undefined if they are not grouped.
 */
export function useTrackerArtifacts(
  tracker: number,
  options: ArtifactListOptions,
  isWanted: boolean,
  groups?: GroupOptions,
): TrackerArtifacts {
  const { path, query: own } = artifactListQuery(tracker, options)
  const key = JSON.stringify([own, groups])
  const list = useMemo(() => {
    const [query, grouping]: readonly [Query, GroupOptions | null] = JSON.parse(key)
    const queryOf = (page: number) => {
      const groups = grouping === null ? {} : { by: grouping.by, interval: grouping.interval }
      const ofPage = { ...query, ...groups, offset: page * artifactPageSize }
      return {
        queryKey: buildPageKey(path, ofPage),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          readList<ArtifactRepresentation>(path, ofPage, signal),
      }
    }
    const readMatching = async (ids: readonly number[]) =>
      (await readList<ArtifactRepresentation>(path, { ...query, limit: ids.length, ids: ids.join(',') })).items
    const firstQuery =
      grouping === null
        ? queryOf(0)
        : {
            queryKey: buildPageKey(path, { ...query, ...grouping }),
            queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
              readGroupedPage(tracker, grouping, query, signal),
          }
    return { queryOf, firstQuery, readMatching, later: createLaterPages(queryOf) }
  }, [path, key, tracker])
  const first = useQuery<FirstPage>({ ...list.firstQuery, enabled: isWanted, placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData, isFetching } = first
  return useMemo(() => {
    const { queryOf, readMatching, later } = list
    return {
      grouped: data?.grouped,
      // Types of errors are those of the client.
      first: { data, error: error as Failure | null },
      isStale: isPlaceholderData,
      isFetching,
      rowAt: (index) =>
        (index < artifactPageSize ? data : later.getPage(pageOf(index)))?.items[index % artifactPageSize],
      isSomeLoaded: (isOfKind) =>
        data?.items.some(isOfKind) === true || later.listPages().some(([, { items }]) => items.some(isOfKind)),
      showRows: later.show,
      subscribe: later.subscribe,
      getSnapshot: later.getSnapshot,
      readRows: async (from, to) => {
        const [start, end] = [pageOf(from), pageOf(to)]
        const pages = Array.from({ length: end - start + 1 }, (_, n) =>
          queryCache.fetchQuery({ ...queryOf(start + n), staleTime: 60_000 }),
        )
        const items = (await Promise.all(pages)).flatMap((page) => page.items)
        return items.slice(from - start * artifactPageSize, to - start * artifactPageSize + 1)
      },
      readMatching,
      findRow: (artifact) => {
        const isIt = ({ id }: ArtifactRepresentation): boolean => id === artifact
        const place = data?.items.findIndex(isIt) ?? -1
        if (place >= 0) return place
        for (const [page, { items }] of later.listPages()) {
          const placeOfPage = items.findIndex(isIt)
          if (placeOfPage >= 0) return page * artifactPageSize + placeOfPage
        }
        return undefined
      },
    }
  }, [list, data, error, isPlaceholderData, isFetching])
}
