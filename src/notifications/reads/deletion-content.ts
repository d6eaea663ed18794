import { getTrackerAccess } from '../../artifacts/policy.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { loadTrackerWithProject } from '../../trackers/reads/get-tracker.ts'
import type { World } from '../../world/model/world.ts'
import type { LoggedChange } from '../store/changes.ts'

/**
 * Returns the tracker and project of a deleted artifact to callers with full access to the tracker. Returns null to
 * others: whether they saw the artifact can no longer be determined.
 */
export async function loadDeletionContent(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  { artifact }: LoggedChange,
): Promise<{ readonly tracker: Tracker; readonly project: Project } | null> {
  const { tracker, project, settings } = await loadTrackerWithProject(world, artifact.trackerId)
  if (tracker === undefined || project === undefined) return null
  return getTrackerAccess(caller, { tracker, project, settings }) === 'full' ? { tracker, project } : null
}
