import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import { getCachedTrackers } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { LoggedChange } from '../model/change.ts'
import { loadArtifactVersions } from '../store/artifact-versions.ts'
import { loadDeletedArtifacts } from '../store/deleted-artifacts.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

/**
 * Returns the changes that are visible to the caller, in their order: they must see the artifact now, and the tracker
 * in which the change happened. A change of a deleted artifact is visible if the caller would still see the artifact,
 * or, if that is no longer known, if they see all of the tracker (docs/decisions/0024-ordered-change-feed.md). A fixed
 * number of queries.
 */
export async function filterVisibleChanges(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  changes: readonly LoggedChange[],
): Promise<LoggedChange[]> {
  if (changes.length === 0) return []
  const ids = [...new Set(changes.map(({ artifact }) => artifact.id))]
  const present = new Map(
    (await loadArtifactVersions(world.db.read, ids)).map((artifactVersion) => [artifactVersion.id, artifactVersion]),
  )
  const missing = ids.filter((id) => !present.has(id))
  const deletedHeads = new Map((await loadDeletedArtifacts(world.db.read, missing)).map((head) => [head.id, head]))
  const heads = [...present.values(), ...deletedHeads.values()]
  const [visibleArtifacts, accessByTracker] = await Promise.all([
    filterVisibleArtifacts(world, caller, heads),
    loadAccessByTracker(world, caller, [...new Set(changes.flatMap(trackersOfChange))]),
  ])
  const visible = new Set<ArtifactId>(visibleArtifacts.map(({ id }) => id))
  return changes.flatMap((change) => {
    const { id, trackerId } = change.artifact
    const access = accessByTracker.get(trackerId) ?? 'none'
    const isKnown = present.has(id) || deletedHeads.has(id)
    const isVisible = isKnown ? visible.has(id) && access !== 'none' : access === 'full'
    if (!isVisible) return []
    const hidesOrigin = change.from !== undefined && (accessByTracker.get(change.from) ?? 'none') === 'none'
    return [hidesOrigin ? { ...change, from: undefined } : change]
  })
}

const trackersOfChange = ({ artifact, from }: LoggedChange): TrackerId[] =>
  from === undefined ? [artifact.trackerId] : [artifact.trackerId, from]

async function loadAccessByTracker(world: Pick<World, 'db' | 'cache'>, caller: Caller, ids: readonly TrackerId[]) {
  const trackers = await getCachedTrackers(world, ids)
  const accessible = await loadAccessibleTrackers(world, caller, [...trackers.values()])
  return new Map(accessible.map(({ trackerId, access }) => [trackerId, access]))
}
