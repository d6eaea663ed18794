import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { LinkedArtifactRepresentation } from '../../../../src/artifacts/representations/brief-artifact.ts'
import { readByIds } from '../../data/suggestions.ts'

const maxIds = 100

/** The linked artifacts that came with the artifact on the page; undefined: it is not loaded yet. */
export const LinkedArtifactsContext = createContext<readonly LinkedArtifactRepresentation[] | undefined>([])

/**
 * The artifacts behind some links by id: their titles, statuses and assignees. Those that did not come with the artifact
 * on the page, such as ones that were just linked, are requested.
 */
export function useLinkedArtifacts(ids: readonly number[]): ReadonlyMap<number, LinkedArtifactRepresentation> {
  const linked = use(LinkedArtifactsContext)
  const knownArtifacts = new Map(linked?.map((each) => [each.id, each]))
  const missing = [...new Set(ids)].filter((id) => !knownArtifacts.has(id)).sort((a, b) => a - b)
  const queriedIds = missing.slice(0, maxIds)
  const { data } = useQuery({
    queryKey: ['linked artifacts', ...queriedIds],
    queryFn: ({ signal }) => readByIds(queriedIds, signal),
    enabled: linked !== undefined && queriedIds.length > 0,
    staleTime: 30_000,
  })
  return new Map([...knownArtifacts, ...(data ?? []).map((each) => [each.id, each] as const)])
}
