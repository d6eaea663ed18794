import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import { loadRequestedArtifacts } from '../store/artifacts.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

/**
 * Loads the documents of artifacts that were visible in these versions. One that has changed since is checked again and
 * left out if it is no longer visible.
 */
export async function reloadVisible(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  versions: ReadonlyMap<ArtifactId, Pick<Artifact, 'version'>>,
): Promise<Artifact[]> {
  const loaded = [...(await loadRequestedArtifacts(world.db.read, [...versions.keys()])).values()]
  const isChanged = ({ id, version }: Artifact): boolean => versions.get(id)?.version !== version
  const changed = loaded.filter(isChanged)
  const visible = new Set(await filterVisibleArtifacts(world, caller, changed))
  return loaded.filter((artifact) => !isChanged(artifact) || visible.has(artifact))
}
