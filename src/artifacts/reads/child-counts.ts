import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { loadProjects } from '../../projects/store/projects.ts'
import { listReadableLinkFields } from '../../trackers/policy.ts'
import { getCachedTrackers } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { type ChildCount, countChildrenByParent, loadChildTrackerIds } from '../store/child-counts.ts'
import { isOpenIn } from '../store/open-status.ts'
import { buildVisibilityCondition } from '../store/visibility-condition.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'
import { getOpenStatus } from './open-status.ts'

const none: ReadonlyMap<ArtifactId, ChildCount> = new Map()

/**
 * Counts the children of artifacts that `GET /artifacts/{id}/linked_artifacts` lists for the caller, and the open ones
 * of them: with one query, and another one before it for their trackers, whose permissions and statuses it needs.
 * Artifacts without children have no entry.
 */
export async function loadChildCounts(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  artifacts: readonly Pick<ArtifactVersion, 'id' | 'trackerId'>[],
): Promise<ReadonlyMap<ArtifactId, ChildCount>> {
  const trackers = await getCachedTrackers(world, [...new Set(artifacts.map(({ trackerId }) => trackerId))])
  const fields = [...trackers.values()].flatMap((tracker) => listReadableLinkFields(caller, tracker))
  if (fields.length === 0) return none
  const links = { parents: artifacts.map(({ id }) => id), fields: fields.map(({ id }) => id) }
  const childTrackers = await getCachedTrackers(world, await loadChildTrackerIds(world.db.read, links))
  const projects = await loadProjects(world, [...new Set([...childTrackers.values()].map((each) => each.projectId))])
  // Links into suspended projects are skipped for site administrators as well.
  const shown = [...childTrackers.values()].filter((each) => projects.get(each.projectId)?.status === 'active')
  if (shown.length === 0) return none
  return countChildrenByParent(
    world.db.read,
    links,
    buildVisibilityCondition(await loadAccessibleTrackers(world, caller, shown)),
    isOpenIn(shown.map((tracker) => getOpenStatus(caller, tracker))),
  )
}
