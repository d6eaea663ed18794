import type { Tx } from '../../kit/db/db.ts'
import type { UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { Settings } from '../../site/model/settings.ts'
import { temporaryUsageOf } from '../store/temporary-files.ts'
import { lockUser } from '../store/usage.ts'

/**
 * All temporary files of a user together are no larger than one attachment may be (docs/api/attachments.md §6.4). Asked
 * in the transaction that counts the bytes, so that two chunks cannot both have the last of it.
 */
export async function assertTemporaryQuota(
  tx: Tx,
  { max_upload_bytes: quota }: Pick<Settings, 'max_upload_bytes'>,
  userId: UserId,
  bytes: number,
  now: EpochSeconds,
): Promise<void> {
  await lockUser(tx, userId)
  refuseBeyond(quota, (await temporaryUsageOf(tx, userId, now)).bytes, bytes)
}

/** The same for what was read before. */
export function refuseBeyond(quota: number, used: number, bytes: number): void {
  if (used + bytes > quota)
    throw new Refusal('invalid', 'You exceeded your quota. Please remove existing temporary files before continuing.')
}
