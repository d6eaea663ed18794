import type { Artifact } from '../../artifacts/model/artifact.ts'
import { loadAccessibleTrackers } from '../../artifacts/reads/accessible-trackers.ts'
import { loadInOrder } from '../../artifacts/reads/tracker-artifacts.ts'
import { both } from '../../artifacts/store/open-status.ts'
import { loadIdPage } from '../../artifacts/store/pages.ts'
import { loadTrackersWith } from '../../artifacts/store/user-artifacts.ts'
import { buildVisibilityCondition } from '../../artifacts/store/visibility-condition.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import { getCachedTrackers } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import { isWatchedBy } from '../store/watchers.ts'

/** Returns one page of the artifacts that a user watches and sees, the latest changed first, with the total. */
export async function listWatchedArtifacts(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  user: UserId,
  page: Page,
): Promise<{ readonly artifacts: Artifact[]; readonly size: number }> {
  const { read } = world.db
  const isWatched = isWatchedBy(user)
  const trackers = [...(await getCachedTrackers(world, await loadTrackersWith(read, isWatched))).values()]
  const accessible = await loadAccessibleTrackers(world, caller, trackers)
  const latestFirst = [{ by: { kind: 'system', of: 'updated_on' }, direction: 'desc' }] as const
  const where = both(isWatched, buildVisibilityCondition(accessible))
  const { ids, size } = await loadIdPage(read, where, 'desc', page, latestFirst)
  return { artifacts: await loadInOrder(world, ids), size }
}
