import type { Reader, Tx } from '../../kit/db/db.ts'
import type { UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

export interface Session {
  readonly userId: UserId
  readonly lastSeenOn: EpochSeconds
}

export async function lookForSession(db: Reader, hash: string): Promise<Session | undefined> {
  const query = db.selectFrom('session').select(['user_id', 'last_seen_on']).where('hash', '=', hash)
  const row = await query.executeTakeFirst()
  return row && { userId: row.user_id, lastSeenOn: row.last_seen_on }
}

export async function removeSessionsOf(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('session').where('user_id', '=', userId).execute()
}
