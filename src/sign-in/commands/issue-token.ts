import type { AccountWithPassword } from '../../accounts/store/users.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { credentialPermit, sweepPermit } from '../../kit/messages/system-permits.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { isPasswordCurrent } from '../authentication/check-password.ts'
import { createSecret, hashSecret } from '../authentication/secret.ts'
import { tokenSeconds } from '../model/token.ts'
import { addToken, removeTokensBefore } from '../store/tokens.ts'

/**
 * Issues a token for an account whose password was verified (docs/api/authentication.md §2) and removes expired ones.
 * The password may have changed since it was verified, which revokes all tokens: the transaction checks again.
 */
export async function issueToken(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  verified: AccountWithPassword,
): Promise<string> {
  const token = createSecret(16).toString('hex')
  const now = world.clock.now()
  await world.db.write(async (tx) => {
    if (!(await isPasswordCurrent(tx, verified))) throw new Refusal('unauthenticated', 'Invalid Password Or User Name')
    await addToken(tx, credentialPermit, { hash: hashSecret(token), userId: verified.user.id, createdOn: now })
    const { id, login } = verified.user
    await tx.audit({ at: now, by: { kind: 'claimed', id }, action: 'token created', subject: login })
    await removeTokensBefore(tx, sweepPermit, now - tokenSeconds)
  })
  return token
}
