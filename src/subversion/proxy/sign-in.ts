import { createHmac, randomBytes } from 'node:crypto'
import { normalizeLogin } from '../../accounts/model/user.ts'
import { type Account, findAccount } from '../../accounts/store/accounts.ts'
import type { AccountWithPassword } from '../../accounts/store/users.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { checkAccessKey, looksLikeAccessKey } from '../../sign-in/authentication/access-key.ts'
import { assertUsableAccount } from '../../sign-in/authentication/assert-usable-account.ts'
import { parseBasic } from '../../sign-in/authentication/basic.ts'
import { checkPassword } from '../../sign-in/authentication/check-password.ts'
import { isPasswordEnough } from '../../sign-in/authentication/is-password-enough.ts'
import type { World } from '../../world/model/world.ts'
import { isAccessFileLogin } from '../model/access-file/access-file-login.ts'

type Deps = Pick<World, 'db' | 'cache' | 'clock' | 'log' | 'config'>

interface SignInRequest {
  readonly authorization: string | undefined
  /** IP address of the client. */
  readonly address: string
}

/**
 * Signs in a Subversion client (docs/api/subversion.md §2.3) with login and password, or with one of the user's access
 * keys for Subversion. Callers refresh the cache first, so that revoked credentials are rejected.
 */
export async function signIn(deps: Deps, { authorization, address }: SignInRequest): Promise<Account> {
  const pair = parseBasic(authorization)
  if (pair === undefined) throw new Refusal('unauthenticated')
  const attempt = { ...pair, address }
  const userId = looksLikeAccessKey(pair.password)
    ? await signInWithKey(deps, attempt)
    : await signInWithPassword(deps, attempt)
  const account = await findAccount(deps, userId)
  if (account === undefined || normalizeLogin(account.user.login) !== normalizeLogin(pair.login))
    throw new Refusal('unauthenticated')
  assertUsableAccount(account.user)
  if (!isAccessFileLogin(normalizeLogin(account.user.login))) {
    throw new Refusal(
      'forbidden',
      message`The login "${account.user.login}" cannot be written into access files, so the account has no access to repositories: an administrator can change the login`,
    )
  }
  return account
}

interface SignInAttempt {
  readonly login: string
  readonly password: string
  readonly address: string
}

async function signInWithKey(deps: Deps, { password, address }: SignInAttempt): Promise<UserId> {
  const isFitting = ({ scopes }: { readonly scopes: readonly string[] }): boolean => scopes.includes('write:svn')
  return (await checkAccessKey(deps, password, { address, isFitting })).userId
}

const fiveMinutes = 300

/** A checkout sends hundreds of requests: valid passwords are cached until any account changes. */
async function signInWithPassword(deps: Deps, attempt: SignInAttempt): Promise<UserId> {
  const digest = createHmac('sha256', digestKeyOf(deps))
    .update(JSON.stringify([attempt.login, attempt.password]))
    .digest('base64')
  const cacheEntry = await deps.cache.getOrLoad('users', `svn password ${digest}`, async () => ({
    verified: await verifyPassword(deps, attempt),
    until: deps.clock.now() + fiveMinutes,
  }))
  if (cacheEntry.until <= deps.clock.now()) {
    cacheEntry.verified = await verifyPassword(deps, attempt)
    cacheEntry.until = deps.clock.now() + fiveMinutes
  }
  // Basic authentication checks only the password: users with a second factor need an access key (decision 0028).
  if (!(await isPasswordEnough(deps, cacheEntry.verified, attempt.address))) throw new Refusal('unauthenticated')
  return cacheEntry.verified.user.id
}

async function verifyPassword(deps: Deps, attempt: SignInAttempt): Promise<AccountWithPassword> {
  const verified = await checkPassword(deps, attempt)
  if (verified === undefined) throw new Refusal('unauthenticated')
  return verified
}

/** Key for the digests of cached passwords; lost with the process. */
const digestKeys = new WeakMap<object, Buffer>()

function digestKeyOf({ cache }: Pick<Deps, 'cache'>): Buffer {
  const key = digestKeys.get(cache) ?? randomBytes(32)
  digestKeys.set(cache, key)
  return key
}
