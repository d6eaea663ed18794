import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { Membership } from '../model/membership.ts'
import type { User } from '../model/user.ts'
import { maySeeMembership } from '../policy.ts'
import { loadMembership } from '../store/memberships.ts'
import { findUser } from '../store/users.ts'

/** Returns the membership of a user, if the caller may see it (docs/api/users.md §5). */
export async function getMembership(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: UserId | null,
): Promise<{ readonly user: User; readonly membership: Membership }> {
  maySeeMembership(caller, id)
  const user = id === null ? undefined : await findUser(world.db.read, id)
  if (user === undefined) throw new Refusal('absent', 'User Id not found')
  return { user, membership: await loadMembership(world.db.read, user, await getSettings(world)) }
}
