import type { Reader } from '../../kit/db/db.ts'
import type { UserId } from '../../kit/ids.ts'
import { message } from '../../kit/message.ts'
import { Refusal } from '../../kit/refusal.ts'
import { canSignIn, type User } from '../model/user.ts'
import { getUser } from '../store/users.ts'

/** Returns a user who can sign in, or throws. */
export async function getActiveUser(db: Reader, id: UserId): Promise<User> {
  const user = await getUser(db, id)
  if (!canSignIn(user.status)) throw new Refusal('invalid', message`The account ${user.login} is not active`)
  return user
}
