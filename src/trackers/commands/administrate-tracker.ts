import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { TrackerId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import type { World } from '../../kit/world.ts'
import { findProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { Tracker } from '../model/tracker.ts'
import { mayAdministrateTracker } from '../policy.ts'
import { lockTracker } from '../store/lock-tracker.ts'

export type MayAdministrate = Permit<'administrate', Tracker>

/** Runs a change of a tracker by its administrators in one transaction that locks the tracker. */
export async function administrateTracker<T>(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: TrackerId,
  work: (tx: Tx, permit: MayAdministrate) => Promise<T>,
): Promise<T> {
  const settings = await getSettings(world)
  return world.db.write(async (tx) => {
    const tracker = await lockTracker(tx, id)
    const project = tracker && (await findProject(tx, tracker.projectId))
    return work(tx, mayAdministrateTracker(caller, tracker, project, settings))
  })
}
