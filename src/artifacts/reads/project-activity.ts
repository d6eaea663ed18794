import { startOfDay } from '../../fields/parse/wall-time.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { Project } from '../../projects/model/project.ts'
import type { World } from '../../world/model/world.ts'
import type { ProjectActivity } from '../model/activity.ts'
import { countActivity, loadLatestChanges } from '../store/activity.ts'
import { loadArtifacts } from '../store/artifacts.ts'
import { loadLatestCommits } from '../store/latest-commits.ts'
import { buildVisibilityCondition } from '../store/visibility-condition.ts'
import { loadProjectTrackers } from './project-trackers.ts'
import { listCommentReaders } from './search.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

type Deps = Pick<World, 'db' | 'cache' | 'clock' | 'commits'>

/**
 * Returns the changes of the last days in the artifacts of a project that the caller sees: the changes that GET
 * /changes lists, without those of deleted and moved artifacts. With the commits that the caller may read in full.
 */
export async function loadProjectActivity(
  world: Deps,
  { caller, timezone }: Viewer,
  project: Pick<Project, 'id'>,
  { days, limit, hasCommits }: { readonly days: number; readonly limit: number; readonly hasCommits: boolean },
): Promise<ProjectActivity> {
  const now = world.clock.now()
  const starts = Array.from({ length: days }, (_, index) => startOfDay(now, timezone, index + 1 - days))
  const [changes, commits] = await Promise.all([
    loadChanges(world, caller, project, starts, limit),
    !hasCommits || limit === 0 ? [] : loadLatestCommits(world.db.longRead, project.id, starts[0] ?? now),
  ])
  return { ...changes, commits: (await world.commits.readable(world, caller, commits)).slice(0, limit) }
}

async function loadChanges(
  world: Deps,
  caller: Caller,
  project: Pick<Project, 'id'>,
  starts: readonly EpochSeconds[],
  limit: number,
): Promise<Omit<ProjectActivity, 'commits'>> {
  const trackers = await loadProjectTrackers(world, caller, project)
  const empty = starts.map((start) => ({ start, created: 0, updated: 0, comments: 0 }))
  if (trackers.length === 0) return { days: empty, latest: [] }
  const activity = {
    project: project.id,
    trackers: trackers.map(({ tracker }) => tracker.id),
    where: buildVisibilityCondition(trackers.map(({ accessible }) => accessible)),
    readers: listCommentReaders(
      caller,
      trackers.map(({ tracker }) => tracker),
    ),
  }
  const { longRead } = world.db
  const [counts, changes] = await Promise.all([
    countActivity(longRead, activity, starts),
    loadLatestChanges(longRead, activity, starts[0] ?? 0, limit),
  ])
  const artifacts = await loadArtifacts(world.db.read, [...new Set(changes.map(({ artifactId }) => artifactId))])
  // An artifact that changed after it was found may be hidden now.
  const visible = new Set(await filterVisibleArtifacts(world, caller, [...artifacts.values()]))
  return {
    days: empty.map((day, index) => {
      const ofDay = counts.filter(({ period }) => period === index)
      const created = sum(ofDay.filter(({ kind }) => kind === 'created').map(({ changes: n }) => n))
      return {
        ...day,
        created,
        updated: sum(ofDay.map(({ changes: n }) => n)) - created,
        comments: sum(ofDay.map(({ comments }) => comments)),
      }
    }),
    latest: changes.flatMap((change) => {
      const artifact = artifacts.get(change.artifactId)
      return artifact === undefined || !visible.has(artifact) ? [] : [{ ...change, artifact }]
    }),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
