import { useQuery } from '@tanstack/react-query'
import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import { readByIds } from '../data/suggestions.ts'

const maxIds = 100

/** The artifacts behind some links by id: their titles, statuses and assignees. */
export function useLinkedArtifacts(ids: readonly number[]): ReadonlyMap<number, ArtifactRepresentation> {
  const wanted = [...new Set(ids)].sort((a, b) => a - b).slice(0, maxIds)
  const { data } = useQuery({
    queryKey: ['linked artifacts', ...wanted],
    queryFn: ({ signal }) => readByIds(wanted, signal),
    enabled: wanted.length > 0,
    staleTime: 30_000,
  })
  return new Map(data?.map((each) => [each.id, each]))
}
