import type { Tx } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Settings } from '../../site/model/settings.ts'
import { loadTemporaryUsage } from '../store/temporary-files.ts'
import { lockUser } from '../store/usage.ts'

/**
 * Throws when the temporary files of a user would together exceed the size of one attachment (docs/api/attachments.md
 * §6.4). Runs in the transaction that counts the bytes, so that two chunks cannot both use the remaining space.
 */
export async function assertTemporaryQuota(
  tx: Tx,
  { max_upload_bytes: quota }: Pick<Settings, 'max_upload_bytes'>,
  userId: UserId,
  bytes: number,
  now: EpochSeconds,
): Promise<void> {
  await lockUser(tx, userId)
  assertWithinQuota(quota, (await loadTemporaryUsage(tx, userId, now)).bytes, bytes)
}

/** Throws when a usage that is known already would exceed the quota. */
export function assertWithinQuota(quota: number, used: number, bytes: number): void {
  if (used + bytes > quota)
    throw new Refusal('invalid', 'You exceeded your quota. Please remove existing temporary files before continuing.')
}
