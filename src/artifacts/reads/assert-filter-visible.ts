import type { Caller } from '../../kit/caller.ts'
import type { World } from '../../kit/world.ts'
import { findProject } from '../../projects/reads/find-project.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import type { ChangeFilter } from './change-log.ts'

/** Refuses a project or a tracker that the caller does not see, as everywhere. */
export async function assertFilterVisible(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  { project, tracker }: ChangeFilter,
): Promise<void> {
  if (project !== undefined) await findProject(world, caller, project)
  if (tracker !== undefined) await getTracker(world, caller, tracker)
}
