import type { Condition } from '../../fields/condition.ts'
import type { Caller } from '../../kit/caller.ts'
import type { World } from '../../kit/world.ts'
import { allTrackerIds, trackersOf } from '../../trackers/store/trackers.ts'
import { inSight, isRelative } from '../model/in-sight.ts'
import type { Territory } from '../model/reach.ts'
import { territoriesOf } from './territories.ts'

/** Where the caller sees anything at all, in whatever project. */
async function sightOf(world: Pick<World, 'db' | 'cache'>, caller: Caller): Promise<Territory[]> {
  const trackers = await trackersOf(world, await allTrackerIds(world.db.read))
  const territories = await territoriesOf(world, caller, [...trackers.values()])
  return territories.filter(({ reach }) => reach !== 'nothing')
}

/** The condition as the caller asks it: artifacts that he does not see are not there for it. */
export const asAskedBy = async (
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  condition: Condition,
): Promise<Condition> => (isRelative(condition) ? inSight(condition, await sightOf(world, caller)) : condition)
