import { getUser } from '../../accounts/store/users.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { mayEndSessions } from '../policy.ts'
import { removeTokensOf } from '../store/tokens.ts'

/** Removes all tokens of the caller (docs/api/authentication.md §2). */
export async function removeTokens(
  { db, clock }: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  userId: UserId,
): Promise<void> {
  const permit = mayEndSessions(caller, userId)
  await db.write(async (tx) => {
    const { login } = await getUser(tx, userId)
    const count = await removeTokensOf(tx, permit)
    const entry = { at: clock.now(), by: caller, action: 'tokens deleted', subject: login }
    if (count > 0) await tx.audit({ ...entry, detail: { count } })
  })
}
