import type { UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { type Attempt, checkPassword } from '../authentication/check-password.ts'
import { newSecret, secretHash } from '../authentication/secret.ts'
import type { Ground } from '../authentication/way-in.ts'
import { tokenSeconds } from '../model/token.ts'
import { addToken, removeTokensBefore } from '../store/tokens.ts'

/** Contract 10 §4: a token for a login and a password; those that have run out leave on the way. */
export async function issueToken(
  ground: Ground,
  attempt: Attempt,
): Promise<{ readonly userId: UserId; readonly token: string }> {
  const user = await checkPassword(ground, attempt)
  if (user === undefined) throw new Refusal('unauthenticated', 'Invalid Password Or User Name')
  const token = newSecret(16).toString('hex')
  const now = ground.clock.now()
  await ground.db.write(async (tx) => {
    await addToken(tx, { hash: secretHash(token), userId: user.id, createdOn: now })
    await removeTokensBefore(tx, now - tokenSeconds)
  })
  return { userId: user.id, token }
}
