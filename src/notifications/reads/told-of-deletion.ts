import { reachInto } from '../../artifacts/policy.ts'
import type { Caller } from '../../kit/caller.ts'
import type { World } from '../../kit/world.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { surroundingsOf } from '../../trackers/reads/find-tracker.ts'
import type { LoggedChange } from '../store/changes.ts'

/**
 * Where an artifact was, for those who may be told that it is gone; null: nobody can say any more whether this person
 * saw it, unless he sees all there is.
 */
export async function toldOfDeletion(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  { artifact }: LoggedChange,
): Promise<{ readonly tracker: Tracker; readonly project: Project } | null> {
  const { tracker, project, settings } = await surroundingsOf(world, artifact.trackerId)
  if (tracker === undefined || project === undefined) return null
  return reachInto(caller, { tracker, project, settings }) === 'everything' ? { tracker, project } : null
}
