import type { UserId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import { loadTemporaryUsage } from '../store/temporary-files.ts'

/** Returns the usage and the quota of a user's temporary files (docs/api/attachments.md §6.4); null: anonymous. */
export async function loadUsageAndQuota(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  userId: UserId | null,
): Promise<{ readonly quota: number; readonly used: number }> {
  const [{ max_upload_bytes: quota }, { bytes }] = await Promise.all([
    getSettings(world),
    userId === null ? { bytes: 0 } : loadTemporaryUsage(world.db.read, userId, world.clock.now()),
  ])
  return { quota, used: bytes }
}
