import { createHmac, randomBytes } from 'node:crypto'
import type { UserId } from '../kit/ids.ts'
import { Refusal } from '../kit/refusal.ts'
import type { World } from '../kit/world.ts'
import { checkAccessKey, looksLikeAccessKey } from '../platform/authentication/access-key.ts'
import { refuseUnusable } from '../platform/authentication/account-state.ts'
import { readBasic } from '../platform/authentication/basic.ts'
import { checkPassword } from '../platform/authentication/check-password.ts'
import { isPasswordEnough } from '../platform/authentication/password-alone.ts'
import { loginKey } from '../platform/model/user.ts'
import { type Account, accountOf } from '../platform/store/accounts.ts'
import { isNameableLogin } from './model/access-file/nameable-login.ts'

type Ground = Pick<World, 'db' | 'cache' | 'clock' | 'log' | 'config'>

interface Sent {
  readonly authorization: string | undefined
  /** Of the client. */
  readonly address: string
}

/**
 * Who a Subversion client speaks for (docs/api/subversion.md §2.3): a login with its password, or with an access key of
 * its owner that is one for Subversion. To be asked after `world.memory.refresh()`: what was revoked before is refused.
 */
export async function signIn(ground: Ground, { authorization, address }: Sent): Promise<Account> {
  const pair = readBasic(authorization)
  if (pair === undefined) throw new Refusal('unauthenticated')
  const attempt = { ...pair, address }
  const userId = looksLikeAccessKey(pair.password) ? await byKey(ground, attempt) : await byPassword(ground, attempt)
  const account = await accountOf(ground, userId)
  if (account === undefined || loginKey(account.user.login) !== loginKey(pair.login))
    throw new Refusal('unauthenticated')
  refuseUnusable(account.user)
  if (!isNameableLogin(loginKey(account.user.login))) {
    throw new Refusal(
      'forbidden',
      `The login "${account.user.login}" cannot be written into access files, so the account has no access to repositories: an administrator can change the login`,
    )
  }
  return account
}

interface Attempt {
  readonly login: string
  readonly password: string
  readonly address: string
}

async function byKey(ground: Ground, { password, address }: Attempt): Promise<UserId> {
  const isFitting = ({ scopes }: { readonly scopes: readonly string[] }): boolean => scopes.includes('write:svn')
  return (await checkAccessKey(ground, password, { address, isFitting })).userId
}

const fiveMinutes = 300

/** A checkout asks hundreds of times: what was right is remembered, until anything about accounts changes. */
async function byPassword(ground: Ground, attempt: Attempt): Promise<UserId> {
  const digest = createHmac('sha256', keyOf(ground))
    .update(JSON.stringify([attempt.login, attempt.password]))
    .digest('base64')
  const known = await ground.cache.getOrLoad('users', `svn password ${digest}`, async () => ({
    userId: await checked(ground, attempt),
    until: ground.clock.now() + fiveMinutes,
  }))
  if (known.until <= ground.clock.now()) {
    known.userId = await checked(ground, attempt)
    known.until = ground.clock.now() + fiveMinutes
  }
  // Nothing but the password would be asked for: who has a second factor takes a key (decision 0028).
  if (!(await isPasswordEnough(ground, known.userId))) throw new Refusal('unauthenticated')
  return known.userId
}

async function checked(ground: Ground, attempt: Attempt): Promise<UserId> {
  const verified = await checkPassword(ground, attempt)
  if (verified === undefined) throw new Refusal('unauthenticated')
  return verified.user.id
}

/** What passwords are known by in the memory; it dies with the process. */
const keys = new WeakMap<object, Buffer>()

function keyOf({ cache }: Pick<Ground, 'cache'>): Buffer {
  const key = keys.get(cache) ?? randomBytes(32)
  keys.set(cache, key)
  return key
}
