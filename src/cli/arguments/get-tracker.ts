import { Refusal } from '../../kit/messages/refusal.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { getCachedTracker } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import { parseId } from './parse-id.ts'

/** Returns the tracker with an id; throws if there is none or it is deleted. */
export async function getTracker(world: Pick<World, 'db' | 'cache'>, text: string): Promise<Tracker> {
  const tracker = await getCachedTracker(world, parseId<TrackerId>(text))
  if (tracker === undefined) throw new Refusal('absent', `Tracker ${text} does not exist`)
  if (tracker.deletedOn !== null) throw new Refusal('absent', `Tracker ${text} is deleted`)
  return tracker
}
