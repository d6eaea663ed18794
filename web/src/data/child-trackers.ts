import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import { type ListResult, readList } from './client.ts'
import type { Failure } from './failure.ts'
import { buildQueryKey } from './queries.ts'

const limit = 50

/** The trackers of a project whose parent is this one, with their structure; the API lists them among the others. */
export const useChildTrackers = (
  { id, project }: TrackerRepresentation,
  isWanted: boolean,
): UseQueryResult<readonly TrackerRepresentation[], Failure> =>
  useQuery<readonly TrackerRepresentation[], Failure>({
    queryKey: [...buildQueryKey(`/projects/${project.id}/trackers`), `children of ${id}`],
    queryFn: async ({ signal }) => {
      const children: TrackerRepresentation[] = []
      for (let offset: number | null = 0; offset !== null; ) {
        const page: ListResult<TrackerRepresentation> = await readList<TrackerRepresentation>(
          `/projects/${project.id}/trackers`,
          { limit, offset },
          signal,
        )
        children.push(...page.items.filter(({ parent }) => parent?.id === id))
        offset = page.next
      }
      return children
    },
    enabled: isWanted,
    staleTime: 300_000,
  })
