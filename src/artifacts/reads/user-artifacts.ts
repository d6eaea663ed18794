import type { Caller } from '../../kit/caller.ts'
import type { UserId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { getCachedTrackers } from '../../trackers/store/trackers.ts'
import type { Artifact } from '../model/artifact.ts'
import { both, isOpenIn, submittedByOrAssignedTo } from '../store/open-status.ts'
import { loadIdPage } from '../store/pages.ts'
import { loadAssigneeFields, loadTrackersWith } from '../store/user-artifacts.ts'
import { buildVisibilityCondition } from '../store/visibility-condition.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'
import { getOpenStatus } from './open-status.ts'
import { loadInOrder } from './tracker-artifacts.ts'

interface UserArtifactsQuery {
  readonly submitted: boolean
  readonly assigned: boolean
  readonly page: { readonly limit: number; readonly offset: number }
}

/**
 * Returns open artifacts that a user submitted or is assigned to, in all projects, if the caller sees them
 * (docs/api/artifacts.md §3.5).
 */
export async function loadUserArtifacts(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  user: UserId,
  { submitted, assigned, page }: UserArtifactsQuery,
): Promise<{ readonly artifacts: Artifact[]; readonly size: number }> {
  const { read } = world.db
  const own = submittedByOrAssignedTo(user, submitted, assigned ? await loadAssigneeFields(read) : [])
  const trackers = [...(await getCachedTrackers(world, await loadTrackersWith(read, own))).values()]
  const accessible = await loadAccessibleTrackers(world, caller, trackers)
  const open = isOpenIn(trackers.map((tracker) => getOpenStatus(caller, tracker)))
  const { ids, size } = await loadIdPage(read, both(own, both(open, buildVisibilityCondition(accessible))), 'asc', page)
  return { artifacts: await loadInOrder(world, ids), size }
}
