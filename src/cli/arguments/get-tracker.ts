import type { TrackerId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { getCachedTracker } from '../../trackers/store/trackers.ts'
import { parseId } from './parse-id.ts'

/** Returns the tracker with an id; throws if there is none or it is deleted. */
export async function getTracker(world: Pick<World, 'db' | 'cache'>, text: string): Promise<Tracker> {
  const tracker = await getCachedTracker(world, parseId<TrackerId>(text))
  if (tracker === undefined) throw new Refusal('absent', `Tracker ${text} does not exist`)
  if (tracker.deletedOn !== null) throw new Refusal('absent', `Tracker ${text} is deleted`)
  return tracker
}
