import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { Artifact } from '../model/artifact.ts'

/**
 * Contract 20 §8.1: after a change of an artifact its parents follow, and theirs, within the same transaction.
 * `world` is the one inside the transaction (kit/inside.ts).
 */
export async function runTriggers(
  _tx: Tx,
  _world: World,
  _happened: {
    readonly artifact: Artifact
    readonly tracker: Tracker
    readonly caller: Caller
    readonly at: EpochSeconds
  },
): Promise<void> {}
