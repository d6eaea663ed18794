import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { ArtifactGroupRepresentation } from '../../../src/artifacts/representations/artifact-group.ts'
import type { IncludedMembers } from '../../../src/artifacts/representations/included-members.ts'
import { readResource } from './client.ts'
import type { Failure } from './failure.ts'
import { buildQueryKey } from './queries.ts'
import { type ArtifactListOptions, artifactListQuery } from './route-queries.ts'

/** An artifact of a group, with whether the user may change it. */
export type GroupedArtifact = ArtifactRepresentation & Pick<IncludedMembers, 'can_update'>

/** The artifacts with one value of a list: how many, and the first of them. */
export type ArtifactGroup = Static<typeof ArtifactGroupRepresentation>

export interface ArtifactGroups {
  readonly data: readonly ArtifactGroup[] | undefined
  readonly error: Failure | null
  /** The groups of another query, until those of this one arrive. */
  readonly isStale: boolean
}

/** Of each group; further ones are read from the list. */
export const groupPageSize = 30

/** The artifacts of a tracker by the values of a list that holds one value, and the first ones of each group. */
export function useArtifactGroups(
  tracker: number,
  by: number,
  options: ArtifactListOptions,
  limit = groupPageSize,
): ArtifactGroups {
  const path = `/trackers/${tracker}/artifact_groups`
  const { offset: _, ...list } = artifactListQuery(tracker, options).query ?? {}
  const query = { ...list, by, limit, include: 'can_update' }
  const { data, error, isPlaceholderData } = useQuery<readonly ArtifactGroup[], Failure>({
    queryKey: buildQueryKey(path, query),
    queryFn: ({ signal }) => readResource<readonly ArtifactGroup[]>(path, query, signal),
    placeholderData: keepPreviousData,
  })
  return { data, error, isStale: isPlaceholderData }
}
