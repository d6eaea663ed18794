import type { Reader } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { canSignIn, type User } from '../model/user.ts'
import { getUser } from '../store/users.ts'

/** Returns a user who can sign in, or throws. */
export async function getActiveUser(db: Reader, id: UserId): Promise<User> {
  const user = await getUser(db, id)
  if (!canSignIn(user.status)) throw new Refusal('invalid', message`The account ${user.login} is not active`)
  return user
}
