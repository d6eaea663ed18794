import type { UseQueryResult } from '@tanstack/react-query'
import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import type { Failure } from './failure.ts'
import { findInCachedLists, useResource } from './queries.ts'
import { trackerQuery } from './route-queries.ts'

/** Value of an artifact in one field. */
export type ValueEntry = NonNullable<ArtifactRepresentation['values']>[number]

/** A tracker with its structure, which changes rarely. */
export function useTracker(id: number | string | undefined): UseQueryResult<TrackerRepresentation, Failure> {
  const { path, staleTime } = trackerQuery(id ?? '')
  // Of the short form, which the rail reads, nothing can be shown.
  const known = (): TrackerRepresentation | undefined =>
    findInCachedLists<TrackerRepresentation>(
      /^\/projects\/\d+\/trackers$/,
      (each) => String(each.id) === String(id) && 'fields' in each,
    )
  return useResource<TrackerRepresentation>(path, undefined, { isWanted: id !== undefined, staleTime, known })
}
