import type { Caller } from '../../kit/values/caller.ts'
import { getProject } from '../../projects/reads/get-project.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import type { World } from '../../world/model/world.ts'
import type { ChangeFilter } from './change-log.ts'

/** Throws if the caller does not see the project or tracker. */
export async function assertFilterVisible(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  { project, tracker }: ChangeFilter,
): Promise<void> {
  if (project !== undefined) await getProject(world, caller, project)
  if (tracker !== undefined) await getTracker(world, caller, tracker)
}
