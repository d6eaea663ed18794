import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { getCachedProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import { mayAdministerTracker } from '../../trackers/policy.ts'
import { getCachedTracker } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import { serializeTracker } from './serialize-tracker.ts'

/** Returns a tracker without artifacts as XML, to its administrators (docs/api/archive-format.md §2.1). */
export async function loadTrackerTemplate(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: TrackerId,
): Promise<{ readonly itemName: string; readonly xml: string }> {
  const tracker = await getCachedTracker(world, id)
  const project = tracker && (await getCachedProject(world, tracker.projectId))
  const { subject } = mayAdministerTracker(caller, tracker, project, await getSettings(world))
  const xml = await world.db.snapshot((db) => serializeTracker(db, subject))
  return { itemName: subject.itemName, xml }
}
