import { Refusal } from '../../kit/messages/refusal.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'

/** Throws when an announced file does not fit on the disk with the reserved space (docs/api/attachments.md §2). */
export async function assertFreeSpace(
  world: Pick<CommandWorld, 'db' | 'cache' | 'staging'>,
  bytes: number,
): Promise<void> {
  const [free, { free_disk_reserve_bytes: reserve }] = await Promise.all([
    world.staging.freeBytes(),
    getSettings(withReads(world)),
  ])
  if (free - bytes < reserve)
    throw new Refusal('out-of-space', 'There is not enough free space on the server for this file.')
}
