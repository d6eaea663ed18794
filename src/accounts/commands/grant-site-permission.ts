import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Grant } from '../model/grant.ts'
import { addGrant } from '../store/grants.ts'
import { lockGroup } from '../store/groups.ts'
import { findUser } from '../store/users.ts'

/** Grants a site-wide permission to a user or a group (docs/api/authentication.md §1.8, docs/api/users.md §4, §5). */
export async function grantSitePermission(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  grant: Grant,
): Promise<void> {
  const permit = mayAdministerSite(caller)
  const { to, permission } = grant
  await world.db.write(async (tx) => {
    const receiver = 'user' in to ? await findUser(tx, to.user) : await lockGroup(tx, to.group)
    if (receiver === undefined)
      throw new Refusal('absent', 'user' in to ? 'User Id not found' : 'User Group does not exist')
    const subject = 'login' in receiver ? receiver.login : receiver.name
    await addGrant(tx, permit, grant)
    const entry = { at: world.clock.now(), by: caller, action: 'permission granted', subject }
    await tx.audit({ ...entry, detail: { permission, ...to } })
  })
}
