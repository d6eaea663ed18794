import type { Caller } from '../../kit/values/caller.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Grant } from '../model/grant.ts'
import { removeGrant } from '../store/grants.ts'

/** Revokes a site-wide permission. Returns whether it was granted. */
export async function revokeSitePermission(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  grant: Grant,
): Promise<boolean> {
  const permit = mayAdministerSite(caller)
  return world.db.write(async (tx) => {
    const isRemoved = await removeGrant(tx, permit, grant)
    const entry = { at: world.clock.now(), by: caller, action: 'permission revoked', subject: 'site' }
    if (isRemoved) await tx.audit({ ...entry, detail: { permission: grant.permission, ...grant.to } })
    return isRemoved
  })
}
