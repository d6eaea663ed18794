import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { ArtifactGroupIntervalRepresentation } from '../../../src/artifacts/representations/artifact-group-interval.ts'
import { readResource } from './client.ts'
import type { Failure } from './failure.ts'
import { buildQueryKey } from './queries.ts'

/** How many artifacts had each value of a list at the end of a day, a week or a month, and what changed within it. */
export type GroupInterval = Static<typeof ArtifactGroupIntervalRepresentation>

interface GroupHistory {
  readonly data: readonly GroupInterval[] | undefined
  readonly error: Failure | null
  /** The history of another query, until that of this one arrives. */
  readonly isStale: boolean
}

/** How many intervals a chart shows. */
export const intervalCounts = { day: 30, week: 26, month: 24 } as const

/** The history of the numbers of artifacts by the values of a list that holds one value. */
export function useGroupHistory(
  tracker: number,
  by: number,
  where: string,
  interval: keyof typeof intervalCounts,
): GroupHistory {
  const path = `/trackers/${tracker}/artifact_group_history`
  const query = { by, interval, intervals: intervalCounts[interval], expert_query: where === '' ? undefined : where }
  const { data, error, isPlaceholderData } = useQuery<readonly GroupInterval[], Failure>({
    queryKey: buildQueryKey(path, query),
    queryFn: ({ signal }) => readResource<readonly GroupInterval[]>(path, query, signal),
    placeholderData: keepPreviousData,
  })
  return { data, error, isStale: isPlaceholderData }
}
