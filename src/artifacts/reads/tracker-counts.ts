import type { Caller } from '../../kit/caller.ts'
import type { TrackerId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { Project } from '../../projects/model/project.ts'
import { buildOpenCondition, getOpenStatus } from './open-status.ts'
import { loadProjectTrackers } from './project-trackers.ts'
import { countTrackerArtifacts } from './tracker-artifacts.ts'

export interface TrackerCount {
  readonly trackerId: TrackerId
  readonly open: number
  readonly total: number
}

/**
 * Returns how many artifacts the caller sees in each tracker of a project: the totals of GET /trackers/{id}/artifacts.
 * They come from cached id sets where a tracker is large, so nothing is read for each artifact.
 */
export async function countProjectArtifacts(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  caller: Caller,
  project: Pick<Project, 'id'>,
): Promise<TrackerCount[]> {
  const counts: TrackerCount[] = []
  // One after the other: a project has any number of trackers, and each count may take a connection.
  for (const { tracker, accessible } of await loadProjectTrackers(world, caller, project)) {
    const status = getOpenStatus(caller, tracker)
    const total = await countTrackerArtifacts(world, accessible)
    const open =
      status.status === null ? total : await countTrackerArtifacts(world, accessible, buildOpenCondition(status))
    counts.push({ trackerId: tracker.id, open, total })
  }
  return counts.sort((a, b) => a.trackerId - b.trackerId)
}
