import type { User } from '../../accounts/model/user.ts'
import { loadUsers } from '../../accounts/store/users.ts'
import { getArtifactVersion } from '../../artifacts/reads/get-artifact-version.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { getCachedTracker } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import { canSeeWatchers } from '../policy.ts'
import { loadWatcherIds } from '../store/watchers.ts'

/** Returns one page of the watchers of an artifact that the caller may see. */
export async function listWatchers(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: ArtifactId,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly isWatching: boolean; readonly watchers: readonly User[]; readonly size: number }> {
  const artifactVersion = await getArtifactVersion(world, caller, id)
  const tracker = await getCachedTracker(world, artifactVersion.trackerId)
  const all = await loadWatcherIds(world.db.read, id)
  const own = all.filter((user) => user === getUserId(caller))
  const visible = tracker !== undefined && canSeeWatchers(caller, tracker) ? all : own
  const ids = visible.slice(page.offset, page.offset + page.limit)
  const users = await loadUsers(world.db.read, ids)
  return { isWatching: own.length > 0, watchers: ids.flatMap((each) => users.get(each) ?? []), size: visible.length }
}
