import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { ArtifactGroupRepresentation } from '../../../src/artifacts/representations/artifact-group.ts'
import type { FieldSumRepresentation } from '../../../src/artifacts/representations/field-sum.ts'
import type { IncludedMembers } from '../../../src/artifacts/representations/included-members.ts'
import type { Query } from './api-url.ts'
import { type ListResult, readResource } from './client.ts'
import type { Failure } from './failure.ts'
import { buildQueryKey } from './queries.ts'
import { type ArtifactListOptions, artifactListQuery, artifactPageSize } from './route-queries.ts'

/** An artifact of a group, with whether the user may change it. */
export type GroupedArtifact = ArtifactRepresentation & Pick<IncludedMembers, 'can_update'>

/** Artifacts with the same value, interval or parent: how many, and the first of them. */
export type RowArtifactGroup = Static<typeof ArtifactGroupRepresentation>

/** The artifacts with one value of a list; a value that a user added to an open list is in `open_value` instead. */
export type ArtifactGroup = RowArtifactGroup & { readonly value_id: number }

export type FieldSum = Static<typeof FieldSumRepresentation>

export interface ArtifactGroups {
  readonly data: readonly ArtifactGroup[] | undefined
  readonly error: Failure | null
  /** The groups of another query, until those of this one arrive. */
  readonly isStale: boolean
}

/** Members of each card. */
export const cardMembers = 'can_update,children'

/** Of each group; further ones are read from the list. */
export const groupPageSize = 30

interface GroupPageOptions {
  /** Of each group. */
  readonly limit?: number
  /** Id of the field whose values are the lanes. */
  readonly lanes?: number | undefined
  /** `rank`: in the order of the tracker. */
  readonly sort?: 'rank' | undefined
  /** Whether the children of each artifact are counted. */
  readonly hasChildren?: boolean
}

/**
 * The artifacts of a tracker by the values of a list that holds one value, and the first ones of each group; `lanes`:
 * by those of each value of another list.
 */
export function useArtifactGroups(
  tracker: number,
  by: number,
  options: ArtifactListOptions,
  { limit = groupPageSize, lanes, sort, hasChildren = false }: GroupPageOptions = {},
): ArtifactGroups {
  const path = `/trackers/${tracker}/artifact_groups`
  const { offset: _, ...list } = artifactListQuery(tracker, options).query ?? {}
  const query = { ...list, sort, by, lanes, limit, include: hasChildren ? cardMembers : 'can_update' }
  const { data, error, isPlaceholderData } = useQuery<readonly ArtifactGroup[], Failure>({
    queryKey: buildQueryKey(path, query),
    queryFn: ({ signal }) => readResource<readonly ArtifactGroup[]>(path, query, signal),
    placeholderData: keepPreviousData,
  })
  return { data, error, isStale: isPlaceholderData }
}

/** How a list is grouped. */
export interface GroupOptions {
  /** Id of the field, with `-` before it for the newest date first; or `parent`. */
  readonly by: string
  /** Of a date. */
  readonly interval?: 'day' | 'week' | 'month'
  /** Whether each group has the sums of the number fields. */
  readonly hasSums: boolean
}

/** The groups of a list, in the order of its artifacts. */
export interface ListGroups extends Pick<GroupOptions, 'by' | 'interval'> {
  readonly groups: readonly RowArtifactGroup[]
}

/** The first page of such a list, with the sizes of its groups at the same moment. */
export type GroupedPage = ListResult<ArtifactRepresentation> & { readonly grouped: ListGroups }

/** Reads the first page of a list in the order of its groups; `query` is that of the list. */
export async function readGroupedPage(
  tracker: number,
  { by, interval, hasSums }: GroupOptions,
  query: Query,
  signal: AbortSignal,
): Promise<GroupedPage> {
  const { offset: _, ...list } = query
  const limits = { limit: artifactPageSize, total_limit: artifactPageSize, sums: hasSums || undefined }
  const path = `/trackers/${tracker}/artifact_groups`
  const groups = await readResource<readonly RowArtifactGroup[]>(path, { ...list, by, interval, ...limits }, signal)
  const total = groups.reduce((sum, { size }) => sum + size, 0)
  // Of a value after those that fit into the page there is one artifact, which is not the next one of the list.
  const firstCut = groups.findIndex(({ size, artifacts }) => artifacts.length < size)
  const whole = firstCut < 0 ? groups : groups.slice(0, firstCut + 1)
  const items = whole.flatMap(({ artifacts }) => artifacts).slice(0, artifactPageSize)
  const next = items.length < total ? artifactPageSize : null
  return {
    items,
    total,
    limit: artifactPageSize,
    offset: 0,
    next,
    grouped: { by, ...(interval && { interval }), groups },
  }
}
