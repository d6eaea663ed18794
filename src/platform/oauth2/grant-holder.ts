import type { Reader, Tx } from '../../kit/db/db.ts'
import type { UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { OAuth2App } from '../model/oauth2-app.ts'
import { record } from '../store/audit.ts'
import type { OAuth2Code } from '../store/oauth2-codes.ts'
import { lookForUser } from '../store/users.ts'

/** Whether the person behind a grant can be acted for: nobody signs in with other accounts either (contract 10 §3.2). */
export async function isUsableAccount(db: Reader, id: UserId): Promise<boolean> {
  const user = await lookForUser(db, id)
  return user?.status === 'A' || user?.status === 'R'
}

/** An operator can see that something was stolen, and from which app. */
export async function noteReuse(
  tx: Tx,
  app: OAuth2App,
  code: OAuth2Code,
  what: 'code' | 'refresh token',
  at: EpochSeconds,
): Promise<void> {
  const by = { kind: 'claimed', id: code.userId } as const
  await record(tx, { at, by, action: `used ${what} used again`, subject: app.name, detail: { app: app.id } })
}
