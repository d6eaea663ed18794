import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { getCachedTrackers } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import { both, isOpenIn, submittedByOrAssignedTo } from '../store/open-status.ts'
import { countArtifacts, loadIdPage } from '../store/pages.ts'
import { loadAssigneeFields, loadTrackersWith } from '../store/user-artifacts.ts'
import { type ArtifactCondition, buildVisibilityCondition } from '../store/visibility-condition.ts'
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
  const { ids, size } = await loadIdPage(
    world.db.read,
    await buildOwnCondition(world, caller, user, { submitted, assigned }),
    'asc',
    page,
  )
  return { artifacts: await loadInOrder(world, ids), size }
}

/** Returns how many open artifacts that the caller sees are assigned to a user, in all projects. */
export const countAssignedArtifacts = async (
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  user: UserId,
): Promise<number> =>
  countArtifacts(world.db.read, await buildOwnCondition(world, caller, user, { submitted: false, assigned: true }))

/** Returns the condition for open artifacts of a user that the caller sees. */
async function buildOwnCondition(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  user: UserId,
  { submitted, assigned }: Pick<UserArtifactsQuery, 'submitted' | 'assigned'>,
): Promise<ArtifactCondition> {
  const { read } = world.db
  const fields = assigned
    ? await world.cache.getOrLoad('trackers', 'assignee fields', () => loadAssigneeFields(read))
    : []
  const own = submittedByOrAssignedTo(user, submitted, fields)
  const trackers = [...(await getCachedTrackers(world, await loadTrackersWith(read, own))).values()]
  const accessible = await loadAccessibleTrackers(world, caller, trackers)
  const open = isOpenIn(trackers.map((tracker) => getOpenStatus(caller, tracker)))
  return both(own, both(open, buildVisibilityCondition(accessible)))
}
