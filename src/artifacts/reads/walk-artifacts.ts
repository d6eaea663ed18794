import { type Condition, matchAll, searchesTexts } from '../../fields/condition.ts'
import type { Caller } from '../../kit/caller.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { satisfying } from '../store/conditions.ts'
import { both } from '../store/open.ts'
import { visibleIn } from '../store/visible.ts'
import { nextIds, type Step } from '../store/walk.ts'
import { territoriesOf } from './territories.ts'

/** The next ids of the artifacts of a tracker that the caller sees and looks for, as things stand now. */
export async function walkArtifacts(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  tracker: Tracker,
  where: Condition | undefined,
  step: Step,
): Promise<ArtifactId[]> {
  const visible = visibleIn(await territoriesOf(world, caller, [tracker]))
  const isAsked = where !== undefined && where !== matchAll
  const { read, aside } = world.db
  return nextIds(
    isAsked && searchesTexts(where) ? aside : read,
    isAsked ? both(visible, satisfying(where)) : visible,
    step,
  )
}
