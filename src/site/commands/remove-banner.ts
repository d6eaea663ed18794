import type { Caller } from '../../kit/values/caller.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { mayAdministerSite } from '../policy.ts'
import { removeBanner as remove } from '../store/banner.ts'

/** Removes the site banner, if there is one (docs/api/site.md §1). */
export async function removeBanner(world: Pick<CommandWorld, 'db' | 'clock'>, caller: Caller): Promise<void> {
  const permit = mayAdministerSite(caller)
  await world.db.write(async (tx) => {
    if (!(await remove(tx, permit))) return
    await tx.audit({ at: world.clock.now(), by: caller, action: 'banner removed', subject: 'site' })
  })
}
