import type { Caller } from '../../kit/caller.ts'
import type { TrackerId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { loadProjects } from '../../projects/store/projects.ts'
import { readableFields } from '../../trackers/policy.ts'
import { trackersOf } from '../../trackers/store/trackers.ts'
import type { SeenTracker } from '../model/surroundings.ts'

type Needed = Pick<World, 'db' | 'cache'>

/** Trackers with their projects and what the caller reads in them, added to those that are known. */
export async function seenTrackers(
  world: Needed,
  caller: Caller,
  ids: readonly TrackerId[],
  known: ReadonlyMap<TrackerId, SeenTracker> = new Map(),
): Promise<Map<TrackerId, SeenTracker>> {
  const seen = new Map(known)
  const trackers = await trackersOf(
    world,
    [...new Set(ids)].filter((id) => !known.has(id)),
  )
  const projects = await loadProjects(world, [...new Set([...trackers.values()].map(({ projectId }) => projectId))])
  for (const [id, tracker] of trackers) {
    const project = projects.get(tracker.projectId)
    if (project !== undefined) seen.set(id, { tracker, project, readable: readableFields(caller, tracker) })
  }
  return seen
}

/** The tracker of one artifact. */
export async function seenTrackerOf(world: Needed, caller: Caller, id: TrackerId): Promise<SeenTracker> {
  const seen = (await seenTrackers(world, caller, [id])).get(id)
  if (seen === undefined) throw new Refusal('absent')
  return seen
}
