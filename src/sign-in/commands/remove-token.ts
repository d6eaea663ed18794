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
  { db }: Pick<CommandWorld, 'db'>,
  caller: Caller,
  userId: UserId,
  token: string,
): Promise<void> {
  const permit = mayEndSessions(caller, userId)
  const isRemoved = await db.write((tx) => remove(tx, permit, hashSecret(token)))
  if (!isRemoved) throw new Refusal('invalid', 'Invalid Token')
}
