import { getUser } from '../../accounts/store/users.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { hashSecret } from '../authentication/secret.ts'
import { mayEndSessions } from '../policy.ts'
import { removeToken as remove } from '../store/tokens.ts'

/**
 * Removes a token of the caller (docs/api/authentication.md §2); the error for another user's is the same as for an
 * unknown one.
 */
export async function removeToken(
  { db, clock }: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  userId: UserId,
  token: string,
): Promise<void> {
  const permit = mayEndSessions(caller, userId)
  await db.write(async (tx) => {
    if (!(await remove(tx, permit, hashSecret(token)))) throw new Refusal('invalid', 'Invalid Token')
    const { login } = await getUser(tx, userId)
    await tx.audit({ at: clock.now(), by: caller, action: 'token deleted', subject: login })
  })
}
