import type { UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { hashSecret } from '../authentication/secret.ts'
import { removeToken as remove } from '../store/tokens.ts'

/** docs/api/authentication.md §2: a token of one's own; another's is as unknown as one that never was. */
export async function removeToken({ db }: Pick<World, 'db'>, userId: UserId, token: string): Promise<void> {
  const isRemoved = await db.write((tx) => remove(tx, userId, hashSecret(token)))
  if (!isRemoved) throw new Refusal('invalid', 'Invalid Token')
}
