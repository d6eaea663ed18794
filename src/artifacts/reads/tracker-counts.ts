import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { isOpenIn } from '../store/open-status.ts'
import { countArtifactsByTracker, loadMaxArtifactCounts } from '../store/tracker-counts.ts'
import { buildVisibilityCondition } from '../store/visibility-condition.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'
import { slowQueryThreshold } from './choose-executor.ts'
import { buildOpenCondition, getOpenStatus } from './open-status.ts'
import { loadProjectTrackers } from './project-trackers.ts'
import { countTrackerArtifacts } from './tracker-artifacts.ts'

export interface TrackerCount {
  readonly trackerId: TrackerId
  readonly open: number
  readonly total: number
}

type Deps = Pick<World, 'db' | 'cache' | 'idSets'>

/** Returns how many artifacts the caller sees in each tracker of a project, by id of the tracker. */
export async function countProjectArtifacts(
  world: Deps,
  caller: Caller,
  project: Pick<Project, 'id'>,
): Promise<TrackerCount[]> {
  const trackers = await loadProjectTrackers(world, caller, project)
  const counts = await countArtifacts(world, caller, trackers)
  return counts.sort((a, b) => a.trackerId - b.trackerId)
}

/** Returns how many artifacts the caller sees in each of these trackers, in their order. */
export async function countArtifactsOf(
  world: Deps,
  caller: Caller,
  trackers: readonly Tracker[],
): Promise<TrackerCount[]> {
  const accessible = await loadAccessibleTrackers(world, caller, trackers)
  return countArtifacts(
    world,
    caller,
    // One entry for each tracker, in the same order.
    trackers.map((tracker, index) => ({ tracker, accessible: accessible[index] as AccessibleTracker })),
  )
}

interface CountedTracker {
  readonly tracker: Tracker
  readonly accessible: AccessibleTracker
}

/**
 * The numbers are the totals of GET /trackers/{id}/artifacts. They come from cached id sets where a tracker is large, so
 * nothing is read for each artifact; all small trackers are counted by one query.
 */
async function countArtifacts(
  world: Deps,
  caller: Caller,
  trackers: readonly CountedTracker[],
): Promise<TrackerCount[]> {
  if (trackers.length === 0) return []
  const sizes = await loadMaxArtifactCounts(
    world.db.read,
    trackers.map(({ tracker }) => tracker.id),
  )
  const sizeOf = ({ tracker }: CountedTracker): number => sizes.get(tracker.id) ?? 0
  const isLarge = (each: CountedTracker): boolean => world.idSets.isUsedFor(sizeOf(each))
  const small = trackers.filter((each) => !isLarge(each))
  const counts = await countSmall(world, caller, small, Math.max(0, ...small.map(sizeOf)))
  // One after the other: a project has any number of trackers, and each count may take a connection.
  for (const each of trackers.filter(isLarge)) counts.set(each.tracker.id, await countLarge(world, caller, each))
  return trackers.map(({ tracker: { id } }) => ({ trackerId: id, ...(counts.get(id) ?? { open: 0, total: 0 }) }))
}

async function countSmall(
  { db }: Deps,
  caller: Caller,
  trackers: readonly CountedTracker[],
  maxSize: number,
): Promise<Map<TrackerId, { readonly open: number; readonly total: number }>> {
  if (trackers.length === 0) return new Map()
  return countArtifactsByTracker(
    maxSize > slowQueryThreshold ? db.longRead : db.read,
    buildVisibilityCondition(trackers.map(({ accessible }) => accessible)),
    isOpenIn(trackers.map(({ tracker }) => getOpenStatus(caller, tracker))),
  )
}

async function countLarge(world: Deps, caller: Caller, { tracker, accessible }: CountedTracker) {
  const status = getOpenStatus(caller, tracker)
  const total = await countTrackerArtifacts(world, accessible)
  if (status.status === null) return { total, open: total }
  return { total, open: await countTrackerArtifacts(world, accessible, buildOpenCondition(status)) }
}
