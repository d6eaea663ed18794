import type { Tx } from '../../kit/db/db.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { Upload } from '../model/upload.ts'

type Key = Pick<Upload, 'kind' | 'id'>

interface Lease {
  /** Names who holds it; nobody else has the same. */
  readonly token: string
  readonly now: EpochSeconds
  /** From then on anybody may take it. */
  readonly until: EpochSeconds
}

/**
 * Whether nobody held it, or he whom `instead` names (docs/decisions/0016-implement-tus-in-house.md); else the token of who
 * does. undefined: there is no such upload, or not any more.
 */
export async function acquireLock(
  tx: Tx,
  { kind, id }: Key,
  { token, now, until }: Lease,
  instead: string | null = null,
): Promise<true | string | undefined> {
  const taken = await tx
    .updateTable('upload')
    .set({ lock_token: token, lock_until: until })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('expires_on', '>', now)
    .where((is) => is.or([is('lock_until', 'is', null), is('lock_until', '<', now), is('lock_token', '=', instead)]))
    .returning('id')
    .execute()
  if (taken.length > 0) return true
  const row = await tx
    .selectFrom('upload')
    .select('lock_token as token')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('expires_on', '>', now)
    .executeTakeFirst()
  // Who gave it back a moment ago is nobody to wait for, and nobody to look for.
  return row && (row.token ?? '')
}

/** Whether it is still held by whom the token names, and there is still something to write. */
export async function renewLock(tx: Tx, { kind, id }: Key, { token, now, until }: Lease): Promise<boolean> {
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

export async function releaseLock(tx: Tx, { kind, id }: Key, token: string): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ lock_token: null, lock_until: null })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('lock_token', '=', token)
    .execute()
}
