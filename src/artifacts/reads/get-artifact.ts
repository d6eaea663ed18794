import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import { findArtifact } from '../store/artifacts.ts'
import { getVisible } from './get-visible.ts'

/** Returns the artifact of a route `/artifacts/{id}…` or throws as in docs/api/artifacts.md §1.6. */
export const getArtifact = (world: Pick<World, 'db' | 'cache'>, caller: Caller, id: ArtifactId): Promise<Artifact> =>
  getVisible(world, caller, id, findArtifact)
