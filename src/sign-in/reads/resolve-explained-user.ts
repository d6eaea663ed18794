import type { User } from '../../accounts/model/user.ts'
import { findAccount } from '../../accounts/store/accounts.ts'
import { findUserByLogin } from '../../accounts/store/users.ts'
import type { Message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { anonymous, type Caller, getUserId } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import { assertUsableAccount } from '../authentication/assert-usable-account.ts'

export interface ExplainedUser {
  /** As the caller of requests that read, and of those that write: they differ for read-only administrators. */
  readonly reading: Caller
  readonly writing: Caller
  /** null: a caller without sign-in */
  readonly user: User | null
  readonly isSelf: boolean
  /** why the account is not usable; null: it is */
  readonly refusal: string | Message | null
}

/** Resolves the caller to explain: `''` is the current caller, `anonymous` a caller without sign-in. */
export async function resolveExplainedUser(
  world: Pick<World, 'db' | 'cache'>,
  asker: Caller,
  user: string,
): Promise<ExplainedUser> {
  const own = getUserId(asker)
  if (user === 'anonymous' || (user === '' && own === null)) {
    const caller = user === '' ? asker : anonymous
    return { reading: caller, writing: caller, user: null, isSelf: asker.kind === 'anonymous', refusal: null }
  }
  const id = user === '' ? own : await findUserId(world, user)
  const account = id === null ? undefined : await findAccount(world, id)
  if (account === undefined) throw new Refusal('absent', 'User not found')
  const { reading, writing } = account
  return { reading, writing, user: account.user, isSelf: id === own, refusal: refusalFor(account.user) }
}

async function findUserId({ db }: Pick<World, 'db'>, user: string): Promise<UserId | null> {
  // Untrusted id; validated by the lookup that follows.
  if (/^\d{1,15}$/.test(user)) return Number(user) as UserId
  return (await findUserByLogin(db.read, user))?.id ?? null
}

function refusalFor(user: User): string | Message | null {
  try {
    assertUsableAccount(user)
    return null
  } catch (problem) {
    if (problem instanceof Refusal) return problem.text
    throw problem
  }
}
