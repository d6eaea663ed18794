import type { Tx } from '../../database/db/db.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Tracker } from '../model/tracker.ts'
import { mayAdministerTracker } from '../policy.ts'
import { writeTracker } from './write-tracker.ts'

export type MayAdminister = Permit<'administer', Tracker>

/** Runs a change of a tracker by its administrators in one transaction that locks the tracker. */
export function administerTracker<T>(
  world: Pick<CommandWorld, 'db' | 'cache'>,
  caller: Caller,
  id: Parameters<typeof writeTracker>[1],
  work: (tx: Tx, permit: MayAdminister) => Promise<T>,
): Promise<T> {
  return writeTracker(world, id, async (tx, { tracker, project, settings }) =>
    work(tx, mayAdministerTracker(caller, tracker, project, settings)),
  )
}
