import type { StoredValues } from '../../fields/model/field.ts'
import { holdsLinks } from '../../fields/registry/capabilities.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import { getLinks } from '../model/links.ts'
import { loadHeaders } from '../store/artifacts.ts'
import { loadReverseLinks } from '../store/links.ts'
import { reloadVisible } from './reload-visible.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'
import { getVisibleTracker } from './visible-trackers.ts'

/**
 * Returns the first visible artifacts that the links of an artifact show, each once, in the order of the links. Hidden
 * ones do not count, so that their number stays hidden too.
 */
export async function loadLinkedArtifacts(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  { id, trackerId, values }: Pick<Artifact, 'id' | 'trackerId'> & { readonly values: StoredValues },
  limit: number,
): Promise<Artifact[]> {
  const { readable } = await getVisibleTracker(world, caller, trackerId)
  const fields = readable.filter(holdsLinks)
  if (fields.length === 0) return []
  const forward = fields.flatMap((field) => getLinks(values, field))
  const reverse = (await loadReverseLinks(world.db.read, [id])).get(id) ?? []
  // Ids at the ends of links are those of artifacts.
  const ids = [...new Set([...forward, ...reverse].map((link) => link.id as ArtifactId))]
  const headers = await loadHeaders(world.db.read, ids)
  const visible = await filterVisibleArtifacts(
    world,
    caller,
    ids.flatMap((each) => headers.get(each) ?? []),
  )
  const headersById = new Map(visible.slice(0, limit).map((header) => [header.id, header]))
  const artifacts = new Map(
    (await reloadVisible(world, caller, headersById)).map((artifact) => [artifact.id, artifact]),
  )
  return [...headersById.keys()].flatMap((each) => artifacts.get(each) ?? [])
}
