import { canSignIn } from '../../accounts/model/user.ts'
import { lockAccounts } from '../../accounts/store/users.ts'
import type { Tx } from '../../database/db/db.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { OAuth2App } from '../model/oauth2-app.ts'
import type { OAuth2Code } from '../store/oauth2-codes.ts'

/**
 * Returns whether apps can act for an account: not for one that cannot sign in (docs/api/access.md §2). Locks the
 * account; call it before the code is locked, in the order in which a new password locks them.
 */
export async function lockUsableAccount(tx: Tx, id: UserId): Promise<boolean> {
  const user = (await lockAccounts(tx, [id])).get(id)?.user
  return user !== undefined && canSignIn(user.status)
}

/** Adds the reuse of a credential to the audit log, so that an operator sees that it was stolen, and from which app. */
export async function recordReuse(
  tx: Tx,
  app: OAuth2App,
  code: OAuth2Code,
  what: 'code' | 'refresh token',
  at: EpochSeconds,
): Promise<void> {
  const by = { kind: 'claimed', id: code.userId } as const
  await tx.audit({ at, by, action: `${what} reused`, subject: app.name, detail: { app: app.id } })
}
