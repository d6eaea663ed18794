import type { Reader, Tx } from '../../database/db/db.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { AttachmentTarget } from '../model/attachment-target.ts'
import type { Upload } from '../model/upload.ts'

/** Returns the upload that has this identity and has not expired. */
export async function findUploadByIdentity(
  db: Reader,
  kind: Upload['kind'],
  identity: string,
  now: EpochSeconds,
): Promise<{ readonly id: number; readonly userId: UserId } | undefined> {
  return db
    .selectFrom('upload')
    .select(['id', 'user_id as userId'])
    .where('kind', '=', kind)
    .where('identity', '=', identity)
    .where('expires_on', '>', now)
    .executeTakeFirst()
}

/** Clears the identity of expired uploads; the sweep removes the rest of them. */
export async function clearExpiredIdentity(
  tx: Tx,
  _permit: Permit<'attach files', AttachmentTarget>,
  kind: Upload['kind'],
  identity: string,
  now: EpochSeconds,
): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ identity: null })
    .where('kind', '=', kind)
    .where('identity', '=', identity)
    .where('expires_on', '<=', now)
    .execute()
}
