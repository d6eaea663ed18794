import type { Caller } from '../../kit/caller.ts'
import type { World } from '../../kit/world.ts'
import { mayAdministratePlatform } from '../policy.ts'
import { record } from '../store/audit.ts'
import { removeBanner as remove } from '../store/banner.ts'

/** docs/api/site.md §1; where there is no banner nothing happens. */
export async function removeBanner(world: Pick<World, 'db' | 'clock'>, caller: Caller): Promise<void> {
  const permit = mayAdministratePlatform(caller)
  await world.db.write(async (tx) => {
    if (!(await remove(tx, permit))) return
    await record(tx, { at: world.clock.now(), by: caller, action: 'banner removed', subject: 'platform' })
  })
}
