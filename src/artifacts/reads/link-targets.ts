import type { LinkTarget } from '../../fields/contexts/write-context.ts'
import { holdsLinks } from '../../fields/registry/capabilities.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { loadProjects } from '../../projects/store/projects.ts'
import { getCachedTrackers } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import { loadHeaders } from '../store/artifacts.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

/**
 * Loads artifacts at the other end of links with the facts that decide whether they can be linked, in a fixed number of
 * queries.
 */
export async function loadLinkTargets(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  ids: readonly ArtifactId[],
): Promise<Map<ArtifactId, LinkTarget>> {
  const heads = await loadHeaders(world.db.read, ids)
  if (heads.size === 0) return new Map()
  const visible = new Set((await filterVisibleArtifacts(world, caller, [...heads.values()])).map(({ id }) => id))
  const trackers = await getCachedTrackers(world, [...new Set([...heads.values()].map(({ trackerId }) => trackerId))])
  const projects = await loadProjects(world, [...new Set([...trackers.values()].map(({ projectId }) => projectId))])
  return new Map(
    [...heads.values()].map(({ id, trackerId }) => {
      const tracker = trackers.get(trackerId)
      const target: LinkTarget = {
        id,
        isTrackerDeleted: tracker === undefined || tracker.deletedOn !== null,
        isProjectActive: tracker !== undefined && projects.get(tracker.projectId)?.status === 'active',
        isVisible: visible.has(id),
        hasLinkField: tracker?.fields.some((each) => holdsLinks(each) && each.isUsed) === true,
      }
      return [id, target]
    }),
  )
}
