import type { StoredLink } from '../../fields/field.ts'
import type { Caller } from '../../kit/caller.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { loadProjects } from '../../projects/store/projects.ts'
import { canReadLinks, linkFields } from '../../trackers/policy.ts'
import { trackersOf } from '../../trackers/store/trackers.ts'
import type { Artifact, ArtifactHead } from '../model/artifact.ts'
import { linksIn } from '../model/links.ts'
import { loadHeads } from '../store/artifacts.ts'
import { loadReverseLinks } from '../store/links.ts'
import { visibleArtifacts } from './visible-artifacts.ts'

export interface LinksOfArtifact {
  readonly forward: readonly StoredLink[]
  readonly reverse: readonly StoredLink[]
}

/** Links of an artifact to what the caller sees in active projects (docs/api/artifacts.md §3.3, §3.4). */
export async function linksOf(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  artifact: Artifact,
): Promise<LinksOfArtifact> {
  const tracker = (await trackersOf(world, [artifact.trackerId])).get(artifact.trackerId)
  if (tracker === undefined || !canReadLinks(caller, tracker)) return { forward: [], reverse: [] }
  const forward = unique(linkFields(caller, tracker).flatMap((field) => linksIn(artifact.values, field)))
  const reverse = unique((await loadReverseLinks(world.db.read, [artifact.id])).get(artifact.id) ?? [])
  // Ids at the ends of links are those of artifacts.
  const heads = await loadHeads(world.db.read, [...new Set([...forward, ...reverse].map(({ id }) => id as ArtifactId))])
  const visible = await visibleArtifacts(world, caller, [...heads.values()])
  const shown = new Set<number>((await inActiveProjects(world, visible)).map(({ id }) => id))
  const isShown = ({ id }: StoredLink): boolean => shown.has(id)
  return { forward: forward.filter(isShown), reverse: reverse.filter(isShown) }
}

/** A tracker from an archive may have a second link field, which is not in use. */
const unique = (links: readonly StoredLink[]): StoredLink[] => [
  ...new Map(links.map((link) => [`${link.id} ${link.type}`, link])).values(),
]

/** Site administrators see suspended projects; links into them are passed over all the same. */
async function inActiveProjects(
  world: Pick<World, 'db' | 'cache'>,
  heads: readonly ArtifactHead[],
): Promise<ArtifactHead[]> {
  const trackers = await trackersOf(world, [...new Set(heads.map(({ trackerId }) => trackerId))])
  const projects = await loadProjects(world, [...new Set([...trackers.values()].map(({ projectId }) => projectId))])
  return heads.filter(({ trackerId }) => {
    const tracker = trackers.get(trackerId)
    return tracker !== undefined && projects.get(tracker.projectId)?.status === 'active'
  })
}
