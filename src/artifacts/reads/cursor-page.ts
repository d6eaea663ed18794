import type { Condition } from '../../fields/model/condition.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { loadArtifactVersions } from '../store/artifact-versions.ts'
import { loadTrackerArtifacts } from './tracker-artifacts.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'
import { walkArtifacts } from './walk-artifacts.ts'

interface CursorQuery {
  readonly where: Condition | undefined
  readonly order: 'asc' | 'desc'
  readonly after: ArtifactId
  readonly limit: number
}

interface CursorPage {
  readonly versions: ArtifactVersion[]
  /** total number, including earlier pages */
  readonly size: number
  readonly hasMore: boolean
}

/** Returns the page after an artifact: concurrent changes neither repeat nor skip artifacts (decision 23). */
export async function loadCursorPage(
  world: Parameters<typeof loadTrackerArtifacts>[0],
  caller: Caller,
  tracker: Tracker,
  { where, order, after, limit }: CursorQuery,
): Promise<CursorPage> {
  const [ids, { size }] = await Promise.all([
    // One more than the page, to know whether there is a next page.
    walkArtifacts(world, caller, tracker, where, { order, after, limit: limit + 1 }),
    loadTrackerArtifacts(world, caller, tracker, { where, order, page: { limit: 1, offset: 0 } }),
  ])
  const versions = await filterVisibleArtifacts(
    world,
    caller,
    await loadArtifactVersions(world.db.read, ids.slice(0, limit)),
  )
  return { versions, size, hasMore: ids.length > limit }
}
