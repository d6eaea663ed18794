import type { Field } from '../../fields/field.ts'
import type { Accepting, ReverseWish, WritingNeeds } from '../../fields/writing.ts'
import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { Artifact } from '../model/artifact.ts'

/** A write that is about to be understood: who does what, where, and what its values refer to. */
export interface WritingAsked {
  readonly tracker: Tracker
  readonly project: Project
  readonly caller: Caller
  /** Locked; null: it is being made. */
  readonly artifact: Artifact | null
  readonly needs: WritingNeeds
  readonly timezone: string
  readonly now: EpochSeconds
}

/** Everything that field types may ask while they take what was sent, and what they told. */
export interface WritingContext {
  accepting(field: Field): Accepting
  /** In the order told; who writes adds to it what he finds himself. */
  readonly problems: string[]
  /** For link-back.ts. */
  readonly wishes: ReverseWish[]
}

/** Loads what the needs name, and nothing else: without needs there is no query. */
export async function loadWritingContext(
  _tx: Tx,
  _world: Pick<World, 'db' | 'memory'>,
  _asked: WritingAsked,
): Promise<WritingContext> {
  throw new Error('not yet')
}
