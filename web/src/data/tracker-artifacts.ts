import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { ListResult } from './client.ts'
import { readList } from './client.ts'
import type { Failure } from './failure.ts'
import { buildPageKey, buildQueryKey, queryCache } from './queries.ts'
import { type ArtifactListOptions, artifactListQuery, artifactPageSize } from './route-queries.ts'

export interface TrackerArtifacts {
  /** The first page, which decides the number of rows. */
  readonly first: { readonly data: ListResult<ArtifactRepresentation> | undefined; readonly error: Failure | null }
  readonly isStale: boolean
  /** The first page is on its way, also while an older one is shown. */
  readonly isFetching: boolean
  readonly rowAt: (index: number) => ArtifactRepresentation | undefined
  /** Loads the pages of these rows. */
  readonly showRows: (first: number, last: number) => void
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
function mergeListed(known: ArtifactRepresentation, read: ArtifactRepresentation | undefined): ArtifactRepresentation {
  if (read === undefined) return known
  const values = read.values ?? []
  const isRead = new Set(values.map(({ field_id }) => field_id))
  const kept = known.values?.filter(({ field_id }) => !isRead.has(field_id)) ?? []
  return { ...read, values: known.values === null && read.values === null ? null : [...kept, ...values] }
}

/** Artifacts of a tracker, of which only pages in view are loaded. */
export function useTrackerArtifacts(
  tracker: number,
  options: ArtifactListOptions,
  isWanted: boolean,
): TrackerArtifacts {
  const [[from, to], setRange] = useState([0, 0])
  const offsets = Array.from({ length: to - from + 1 }, (_, page) => (from + page) * artifactPageSize)
  const wanted = [...new Set([0, ...offsets])]
  const queryOf = (offset: number) => {
    const { path, query } = artifactListQuery(tracker, options, offset)
    return {
      queryKey: buildPageKey(path, query),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => readList<ArtifactRepresentation>(path, query, signal),
    }
  }
  const results = useQueries({
    queries: wanted.map((offset) => ({
      ...queryOf(offset),
      enabled: isWanted,
      ...(offset === 0 ? { placeholderData: keepPreviousData } : {}),
    })),
  })
  const range = useRef({ from, to })
  // The same pages are no new state: even then the queries would be set again, in each frame of a list that scrolls.
  const showRows = useCallback((first: number, last: number) => {
    const [start, end] = [Math.floor(first / artifactPageSize), Math.floor(last / artifactPageSize)]
    if (range.current.from === start && range.current.to === end) return
    range.current = { from: start, to: end }
    setRange([start, end])
  }, [])
  const [first] = results
  return {
    // Types of errors are those of the client.
    first: { data: first?.data, error: (first?.error ?? null) as Failure | null },
    isStale: first?.isPlaceholderData ?? false,
    isFetching: first?.isFetching ?? false,
    rowAt: (index) => {
      const page = results[wanted.indexOf(Math.floor(index / artifactPageSize) * artifactPageSize)]
      return page?.data?.items[index % artifactPageSize]
    },
    showRows,
    readRows: async (first, last) => {
      const [start, end] = [Math.floor(first / artifactPageSize), Math.floor(last / artifactPageSize)]
      const pages = Array.from({ length: end - start + 1 }, (_, n) =>
        queryCache.fetchQuery({ ...queryOf((start + n) * artifactPageSize), staleTime: 60_000 }),
      )
      const items = (await Promise.all(pages)).flatMap((page) => page.items)
      return items.slice(first - start * artifactPageSize, last - start * artifactPageSize + 1)
    },
    readMatching: async (ids) => {
      const { path, query } = artifactListQuery(tracker, options)
      return (await readList<ArtifactRepresentation>(path, { ...query, limit: ids.length, ids: ids.join(',') })).items
    },
    findRow: (artifact) => {
      for (const [n, { data }] of results.entries()) {
        const place = data?.items.findIndex(({ id }) => id === artifact) ?? -1
        if (place >= 0) return (wanted[n] ?? 0) + place
      }
      return undefined
    },
  }
}
