import type { StoredLink } from '../../fields/model/field.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { loadProjects } from '../../projects/store/projects.ts'
import { canReadLinks, listReadableLinkFields } from '../../trackers/policy.ts'
import { getCachedTrackers } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact, ArtifactHeader } from '../model/artifact.ts'
import { getLinks } from '../model/links.ts'
import { loadHeaders } from '../store/artifacts.ts'
import { loadReverseLinks } from '../store/links.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

export interface ArtifactLinks {
  readonly forward: readonly StoredLink[]
  readonly reverse: readonly StoredLink[]
}

/**
 * Returns the links of an artifact to artifacts that the caller sees in active projects (docs/api/artifacts.md §3.3,
 * §3.4).
 */
export async function loadVisibleLinks(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  artifact: Artifact,
): Promise<ArtifactLinks> {
  const tracker = (await getCachedTrackers(world, [artifact.trackerId])).get(artifact.trackerId)
  if (tracker === undefined || !canReadLinks(caller, tracker)) return { forward: [], reverse: [] }
  const forward = uniqueLinks(
    listReadableLinkFields(caller, tracker).flatMap((field) => getLinks(artifact.values, field)),
  )
  const reverse = uniqueLinks((await loadReverseLinks(world.db.read, [artifact.id])).get(artifact.id) ?? [])
  // Ids at the ends of links are those of artifacts.
  const heads = await loadHeaders(world.db.read, [
    ...new Set([...forward, ...reverse].map(({ id }) => id as ArtifactId)),
  ])
  const visible = await filterVisibleArtifacts(world, caller, [...heads.values()])
  const visibleIds = new Set<number>((await filterActiveProjects(world, visible)).map(({ id }) => id))
  const isShown = ({ id }: StoredLink): boolean => visibleIds.has(id)
  return { forward: forward.filter(isShown), reverse: reverse.filter(isShown) }
}

/** A tracker from an archive may have a second link field, which is not in use. */
const uniqueLinks = (links: readonly StoredLink[]): StoredLink[] => [
  ...new Map(links.map((link) => [`${link.id} ${link.type}`, link])).values(),
]

/** Site administrators see suspended projects, but links into them are skipped for them too. */
async function filterActiveProjects(
  world: Pick<World, 'db' | 'cache'>,
  heads: readonly ArtifactHeader[],
): Promise<ArtifactHeader[]> {
  const trackers = await getCachedTrackers(world, [...new Set(heads.map(({ trackerId }) => trackerId))])
  const projects = await loadProjects(world, [...new Set([...trackers.values()].map(({ projectId }) => projectId))])
  return heads.filter(({ trackerId }) => {
    const tracker = trackers.get(trackerId)
    return tracker !== undefined && projects.get(tracker.projectId)?.status === 'active'
  })
}
