import { findAccount } from '../../accounts/store/accounts.ts'
import type { Tx } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { credentialPermit } from '../../kit/messages/system-permits.ts'
import type { AccessKeyId } from '../../kit/values/ids.ts'
import { type AccessKey, grantsScope, isExpired } from '../model/access-key.ts'
import { parseSplitSecret } from '../model/split-secret.ts'
import { type CachedAccessKey, getCachedAccessKey, lockAccessKey, recordAccessKeyUse } from '../store/access-keys.ts'
import type { AuthenticationDeps, AuthenticationMethod } from './authentication-method.ts'
import { hashSecret, isSameHash } from './secret.ts'

/** Authenticates by the header `X-Auth-AccessKey` (docs/api/authentication.md §1.3). */
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

/** Returns whether a text has the form of an access key, valid or not. */
export const looksLikeAccessKey = (text: string): boolean => parseSplitSecret(prefix, text) !== undefined

/** Returns the access key of a text and records its use; throws unless it is valid and sufficient. */
export async function checkAccessKey(
  deps: AuthenticationDeps,
  text: string,
  { address, isFitting }: { readonly address: string; isFitting(key: AccessKey): boolean },
): Promise<AccessKey> {
  const split = parseSplitSecret(prefix, text)
  if (split === undefined) throw new Refusal('unauthenticated', 'Key or token incorrectly formatted')
  // Untrusted number; validated by the lookup below.
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
 * Records the use of a key at most once an hour unless the IP address changed (docs/api/authentication.md §1.3), and
 * before the route runs, so that a response shows this very request.
 */
async function recordUse(deps: AuthenticationDeps, address: string, { key, lastUse }: CachedAccessKey): Promise<void> {
  const now = deps.clock.now()
  const isRecent = lastUse.on !== null && now - lastUse.on < resolutionSeconds
  if (isRecent && lastUse.from === address) return
  lastUse.on = now
  lastUse.from = address
  try {
    await deps.db.write((tx) => recordAccessKeyUse(tx, credentialPermit, key.id, now, address))
  } catch (error) {
    deps.log.warn({ err: error }, 'recording the last use of an access key failed')
  }
}
