import { findAccount } from '../../accounts/store/accounts.ts'
import { findUserByLogin } from '../../accounts/store/users.ts'
import type { Message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { anonymous, type Caller, getUserId } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { assertUsableAccount } from '../../sign-in/authentication/assert-usable-account.ts'
import type { World } from '../../world/model/world.ts'

export interface ExplainedUser {
  readonly caller: Caller
  readonly login: string | null
  readonly isSelf: boolean
  /** why the account is not usable; null: it is */
  readonly refusal: string | Message | null
}

/** Resolves the caller to explain: `''` is the current caller, `anonymous` a caller without sign-in. */
export async function resolveExplainedUser(
  world: Pick<World, 'db' | 'cache'>,
  asker: Caller,
  user: string,
  isReading: boolean,
): Promise<ExplainedUser> {
  const own = getUserId(asker)
  if (user === 'anonymous' || (user === '' && own === null))
    return {
      caller: user === '' ? asker : anonymous,
      login: null,
      isSelf: asker.kind === 'anonymous',
      refusal: null,
    }
  const id = user === '' ? own : await findUserId(world, user)
  const account = id === null ? undefined : await findAccount(world, id)
  if (account === undefined) throw new Refusal('absent', 'User not found')
  const caller = isReading ? account.reading : account.writing
  return { caller, login: account.user.login, isSelf: id === own, refusal: refusalFor(account.user) }
}

async function findUserId({ db }: Pick<World, 'db'>, user: string): Promise<UserId | null> {
  // Untrusted id; validated by the lookup that follows.
  if (/^\d{1,15}$/.test(user)) return Number(user) as UserId
  return (await findUserByLogin(db.read, user))?.id ?? null
}

function refusalFor(user: Parameters<typeof assertUsableAccount>[0]): string | Message | null {
  try {
    assertUsableAccount(user)
    return null
  } catch (problem) {
    if (problem instanceof Refusal) return problem.text
    throw problem
  }
}
