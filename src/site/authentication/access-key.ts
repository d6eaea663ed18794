import type { Tx } from '../../kit/db/db.ts'
import type { AccessKeyId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { type AccessKey, grantsScope, isExpired } from '../model/access-key.ts'
import { parseSplitSecret } from '../model/split-secret.ts'
import { type CachedAccessKey, getCachedAccessKey, lockAccessKey, recordAccessKeyUse } from '../store/access-keys.ts'
import { findAccount } from '../store/accounts.ts'
import type { AuthenticationDeps, AuthenticationMethod } from './authentication-method.ts'
import { hashSecret, isSameHash } from './secret.ts'

/** Header `X-Auth-AccessKey` (docs/api/authentication.md §1.3). */
export const authenticateByAccessKey: AuthenticationMethod = async (deps, input) => {
  const text = input.headers['x-auth-accesskey']
  if (text === undefined) return undefined
  const key = await checkAccessKey(deps, text, {
    address: input.address,
    isFitting: (each) => grantsScope(each, input.scope),
  })
  const isValid = (tx: Tx): Promise<boolean> => lockAccessKey(tx, key.id)
  const scopes = grantsScope(key, undefined) ? {} : { scopes: key.scopes }
  return { userId: key.userId, credential: { kind: 'access-key', id: key.id, isValid, ...scopes } }
}

/** Whether a text is taken for an access key, right or wrong. */
export const looksLikeAccessKey = (text: string): boolean => parseSplitSecret(prefix, text) !== undefined

/** The key that a text is, refused unless it is one that still holds and fits; its use is noted. */
export async function checkAccessKey(
  deps: AuthenticationDeps,
  text: string,
  { address, isFitting }: { readonly address: string; isFitting(key: AccessKey): boolean },
): Promise<AccessKey> {
  const split = parseSplitSecret(prefix, text)
  if (split === undefined) throw new Refusal('unauthenticated', 'Key or token incorrectly formatted')
  // A number from outside: it becomes an id by being found.
  const inUse = await getCachedAccessKey(deps, split.id as AccessKeyId)
  const { key } = inUse
  if (
    isExpired(key, deps.clock.now()) ||
    !isSameHash(key.verifierHash, hashSecret(split.verifier)) ||
    !isFitting(key) ||
    (await findAccount(deps, key.userId)) === undefined
  ) {
    throw new Refusal('unauthenticated', 'Invalid access key')
  }
  await recordUse(deps, address, inUse)
  return key
}

const prefix = 'tlp-k1-'

const resolutionSeconds = 3600

/**
 * docs/api/authentication.md §1.3: at most once an hour unless the address changed, and before the route runs, so that
 * an answer shows this very request.
 */
async function recordUse(deps: AuthenticationDeps, address: string, { key, lastUse }: CachedAccessKey): Promise<void> {
  const now = deps.clock.now()
  const isRecent = lastUse.on !== null && now - lastUse.on < resolutionSeconds
  if (isRecent && lastUse.from === address) return
  lastUse.on = now
  lastUse.from = address
  try {
    await deps.db.write((tx) => recordAccessKeyUse(tx, key.id, now, address))
  } catch (error) {
    deps.log.warn({ err: error }, 'the last use of an access key was not recorded')
  }
}
