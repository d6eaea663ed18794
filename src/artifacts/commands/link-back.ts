import type { ReverseWish } from '../../fields/writing.ts'
import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import type { Artifact } from '../model/artifact.ts'

export interface LinkingBack {
  /** As it is after its own change. */
  readonly artifact: Artifact
  readonly wishes: readonly ReverseWish[]
  readonly caller: Caller
  readonly at: EpochSeconds
  readonly timezone: string
}

/** Links that others get to an artifact, or lose: changesets of theirs by the same person (contract 30 §3.9). */
export async function linkBack(
  _tx: Tx,
  _world: Pick<World, 'db' | 'memory' | 'jobs' | 'mail'>,
  _asked: LinkingBack,
): Promise<void> {
  throw new Error('not yet')
}
