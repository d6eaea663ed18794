import type { World } from '../../kit/world.ts'
import { newSecret, secretHash } from '../authentication/secret.ts'
import { tokenSeconds } from '../model/token.ts'
import type { User } from '../model/user.ts'
import { addToken, removeTokensBefore } from '../store/tokens.ts'

/** Contract 10 §4: a token for somebody whose password was right; those that have run out leave on the way. */
export async function issueToken(world: Pick<World, 'db' | 'clock'>, user: Pick<User, 'id'>): Promise<string> {
  const token = newSecret(16).toString('hex')
  const now = world.clock.now()
  await world.db.write(async (tx) => {
    await addToken(tx, { hash: secretHash(token), userId: user.id, createdOn: now })
    await removeTokensBefore(tx, now - tokenSeconds)
  })
  return token
}
