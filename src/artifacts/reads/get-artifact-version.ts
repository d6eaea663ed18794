import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { findArtifactVersion } from '../store/artifact-versions.ts'
import { getVisible } from './get-visible.ts'

/**
 * Variant of getArtifact without the document: permissions are always checked, but a cached representation may be used.
 * `knownVersion`: what was read at the beginning of the request; null: the artifact does not exist.
 */
export const getArtifactVersion = (
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: ArtifactId,
  knownVersion?: ArtifactVersion | null,
): Promise<ArtifactVersion> =>
  getVisible(
    world,
    caller,
    id,
    knownVersion === undefined ? findArtifactVersion : async () => knownVersion ?? undefined,
  )
