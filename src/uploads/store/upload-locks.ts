import type { Tx } from '../../database/db/db.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Upload } from '../model/upload.ts'

type Key = Pick<Upload, 'kind' | 'id'>

interface Lease {
  /** Identifies the holder of the lock. */
  readonly token: string
  readonly now: EpochSeconds
  /** After that time any process may acquire the lock. */
  readonly until: EpochSeconds
}

/**
 * Acquires the lock of an upload if it is free or held by `instead` (docs/decisions/0016-implement-tus-in-house.md).
 * Returns true, or the token of the holder; undefined: the upload does not exist.
 */
export async function acquireLock(
  tx: Tx,
  _permit: SystemPermit<'store bytes'>,
  { kind, id }: Key,
  { token, now, until }: Lease,
  instead: string | null = null,
): Promise<true | string | undefined> {
  const rows = await tx
    .updateTable('upload')
    .set({ lock_token: token, lock_until: until })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('expires_on', '>', now)
    .where((is) => is.or([is('lock_until', 'is', null), is('lock_until', '<', now), is('lock_token', '=', instead)]))
    .returning('id')
    .execute()
  if (rows.length > 0) return true
  const row = await tx
    .selectFrom('upload')
    .select('lock_token as token')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('expires_on', '>', now)
    .executeTakeFirst()
  // The lock may have been released since the update; the caller has no holder to wait for.
  return row && (row.token ?? '')
}

/** Extends a lock. Returns false when another process holds it or the upload no longer exists. */
export async function renewLock(
  tx: Tx,
  _permit: SystemPermit<'store bytes'>,
  { kind, id }: Key,
  { token, now, until }: Lease,
): Promise<boolean> {
  const renewed = await tx
    .updateTable('upload')
    .set({ lock_until: until })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('lock_token', '=', token)
    .where('expires_on', '>', now)
    .returning('id')
    .execute()
  return renewed.length > 0
}

export async function releaseLock(
  tx: Tx,
  _permit: SystemPermit<'store bytes'>,
  { kind, id }: Key,
  token: string,
): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ lock_token: null, lock_until: null })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('lock_token', '=', token)
    .execute()
}
