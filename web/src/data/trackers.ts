import type { UseQueryResult } from '@tanstack/react-query'
import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type {
  MinimalTrackerRepresentation,
  TrackerRepresentation,
} from '../../../src/trackers/representations/tracker.ts'
import { readResource } from './client.ts'
import type { Failure } from './failure.ts'
import { buildQueryKey, findInCachedLists, queryCache, useList, useResource } from './queries.ts'
import { trackerQuery } from './route-queries.ts'
import { useSession } from './session.ts'

/** Value of an artifact in one field. */
export type ValueEntry = NonNullable<ArtifactRepresentation['values']>[number]

/** Under which a tracker is cached. */
export function trackerKey(id: number | string): readonly unknown[] {
  const { path, query } = trackerQuery(id)
  return buildQueryKey(path, query)
}

/** A tracker with its structure, which changes rarely. */
export function useTracker(id: number | string | undefined): UseQueryResult<TrackerRepresentation, Failure> {
  const { path, query, staleTime } = trackerQuery(id ?? '')
  // Of the short form, which the rail reads, nothing can be shown.
  const findListed = (): TrackerRepresentation | undefined =>
    findInCachedLists<TrackerRepresentation>(
      /^\/projects\/\d+\/trackers$/,
      (each) => String(each.id) === String(id) && 'fields' in each,
    )
  return useResource<TrackerRepresentation>(path, query, {
    isWanted: id !== undefined,
    staleTime,
    placeholder: findListed,
  })
}

/** The same outside of components. */
export function readTracker(id: number): Promise<TrackerRepresentation> {
  const { path, query, staleTime } = trackerQuery(id)
  return queryCache.fetchQuery({
    queryKey: buildQueryKey(path, query),
    queryFn: () => readResource<TrackerRepresentation>(path, query),
    ...(staleTime === undefined ? {} : { staleTime }),
  })
}

/**
 * Whether the user may create artifacts in a tracker; undefined: not known yet. The structure lists the fields that the
 * user may set; whether a required field that the user may not set is a refusal, the server answers.
 */
export function useMayCreate({ id, project, fields }: TrackerRepresentation): boolean | undefined {
  const { data: session } = useSession()
  const canSet = fields.some(({ permissions }) => permissions.includes('create'))
  const isUnclear = canSet && fields.some(({ required, permissions }) => required && !permissions.includes('create'))
  const trackers = useCreatableTrackers(session?.user != null && isUnclear ? project.id : undefined)
  if (session === undefined) return undefined
  if (session.user === null || !canSet) return false
  return isUnclear ? trackers?.some((tracker) => tracker.id === id) : true
}

/** The trackers of a project in which the user may create artifacts. */
export function useCreatableTrackers(project: number | undefined): readonly MinimalTrackerRepresentation[] | undefined {
  const query = { representation: 'minimal', with_creation_semantic_check: 'title', limit: 50 }
  const { data } = useList<MinimalTrackerRepresentation>(`/projects/${project}/trackers`, query, {
    isWanted: project !== undefined,
  })
  return data?.items.filter(
    ({ cannot_create_reasons: reasons }) => !reasons?.some((each) => /right to submit/.test(each)),
  )
}
