import type { Caller } from '../../kit/caller.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { findArtifactVersion } from '../store/artifact-versions.ts'
import { getVisible } from './get-visible.ts'

/** As getArtifact, without the document: whether it may be read is always asked anew, what it says need not be. */
export const getArtifactVersion = (
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: ArtifactId,
): Promise<ArtifactVersion> => getVisible(world, caller, id, findArtifactVersion)
