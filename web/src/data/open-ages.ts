import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { OpenAgesRepresentation } from '../../../src/artifacts/representations/open-ages.ts'
import { readResource } from './client.ts'
import type { Failure } from './failure.ts'
import { buildQueryKey } from './queries.ts'

/** How many open artifacts were submitted how many days ago, the youngest first. */
export type OpenAges = Static<typeof OpenAgesRepresentation>

interface CountedAges {
  readonly data: OpenAges | undefined
  readonly error: Failure | null
  /** The ages of another query, until those of this one arrive. */
  readonly isStale: boolean
}

/** The open artifacts of a query by the days since their submission. */
export function useOpenAges(tracker: number, where: string): CountedAges {
  const path = `/trackers/${tracker}/open_artifact_ages`
  const query = { expert_query: where === '' ? undefined : where }
  const { data, error, isPlaceholderData } = useQuery<OpenAges, Failure>({
    queryKey: buildQueryKey(path, query),
    queryFn: ({ signal }) => readResource<OpenAges>(path, query, signal),
    placeholderData: keepPreviousData,
  })
  return { data, error, isStale: isPlaceholderData }
}
