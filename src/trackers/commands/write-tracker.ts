import type { Tx } from '../../database/db/db.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import { findProject } from '../../projects/store/projects.ts'
import type { Settings } from '../../site/model/settings.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { Tracker } from '../model/tracker.ts'
import { lockTracker } from '../store/lock-tracker.ts'

/** What policies decide by; undefined: the tracker or its project does not exist. */
interface LockedTracker {
  readonly tracker: Tracker | undefined
  readonly project: Project | undefined
  readonly settings: Settings
}

/**
 * Runs a change in one transaction that locks the tracker; `work` checks the permission of the caller. `id`: of the
 * tracker, or a function that finds it within the transaction.
 */
export async function writeTracker<T>(
  world: Pick<CommandWorld, 'db' | 'cache'>,
  id: TrackerId | ((tx: Tx) => Promise<TrackerId>),
  work: (tx: Tx, locked: LockedTracker) => Promise<T>,
): Promise<T> {
  const settings = await getSettings(withReads(world))
  return world.db.write(async (tx) => {
    const tracker = await lockTracker(tx, typeof id === 'number' ? id : await id(tx))
    const project = tracker && (await findProject(tx, tracker.projectId))
    return work(tx, { tracker, project, settings })
  })
}
