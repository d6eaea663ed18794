import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { loadProjects } from '../../projects/store/projects.ts'
import { filterReadableFields } from '../../trackers/policy.ts'
import { getCachedTrackers } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { VisibleTracker } from '../model/related-data.ts'

type Deps = Pick<World, 'db' | 'cache'>

/** Loads trackers with their projects and the fields that the caller may read, in addition to the known ones own. */
export async function loadVisibleTrackers(
  world: Deps,
  caller: Caller,
  ids: readonly TrackerId[],
  knownTrackers: ReadonlyMap<TrackerId, VisibleTracker> = new Map(),
): Promise<Map<TrackerId, VisibleTracker>> {
  const visible = new Map(knownTrackers)
  const trackers = await getCachedTrackers(
    world,
    [...new Set(ids)].filter((id) => !knownTrackers.has(id)),
  )
  const projects = await loadProjects(world, [...new Set([...trackers.values()].map(({ projectId }) => projectId))])
  for (const [id, tracker] of trackers) {
    const project = projects.get(tracker.projectId)
    if (project !== undefined) visible.set(id, { tracker, project, readable: filterReadableFields(caller, tracker) })
  }
  return visible
}

/** Returns the tracker of one artifact, or throws. */
export async function getVisibleTracker(world: Deps, caller: Caller, id: TrackerId): Promise<VisibleTracker> {
  const visible = (await loadVisibleTrackers(world, caller, [id])).get(id)
  if (visible === undefined) throw new Refusal('absent')
  return visible
}
