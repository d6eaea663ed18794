import type { Caller } from '../../kit/caller.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { ArtifactGlance } from '../model/artifact.ts'
import { lookForGlance } from '../store/glances.ts'
import { findVisible } from './find-visible.ts'

/** As findArtifact, without the document: whether it may be read is always asked anew, what it says need not be. */
export const findGlance = (
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: ArtifactId,
): Promise<ArtifactGlance> => findVisible(world, caller, id, lookForGlance)
