import type { Caller } from '../../kit/caller.ts'
import type { UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { Membership } from '../model/membership.ts'
import type { User } from '../model/user.ts'
import { maySeeMembership } from '../policy.ts'
import { membershipsOf } from '../store/memberships.ts'
import { lookForUser } from '../store/users.ts'

/** Contract 10 §6.5: what a user belongs to, for those who may know. */
export async function membershipOf(
  { db }: Pick<World, 'db'>,
  caller: Caller,
  id: UserId | null,
): Promise<{ readonly user: User; readonly membership: Membership }> {
  maySeeMembership(caller, id)
  const user = id === null ? undefined : await lookForUser(db.read, id)
  if (user === undefined) throw new Refusal('absent', 'User Id not found')
  const membership = (await membershipsOf(db.read, [user.id])).get(user.id)
  return { user, membership: membership ?? { projects: [], groups: [] } }
}
