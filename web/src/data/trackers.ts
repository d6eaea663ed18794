import type { UseQueryResult } from '@tanstack/react-query'
import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import type { Failure } from './failure.ts'
import { useRead } from './queries.ts'

/** What an artifact holds in one field. */
export type ValueEntry = NonNullable<ArtifactRepresentation['values']>[number]

/** A tracker with its structure, which changes rarely. */
export const useTracker = (id: number | string | undefined): UseQueryResult<TrackerRepresentation, Failure> =>
  useRead<TrackerRepresentation>(`/trackers/${id}`, undefined, { isWanted: id !== undefined, staleTime: 300_000 })
