import type { Tx } from '../../kit/db/db.ts'
import type { AccessKeyId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { type AccessKey, isExpired, opens } from '../model/access-key.ts'
import { readSplitSecret } from '../model/split-secret.ts'
import { findKeyInUse, type KeyInUse, lockAccessKey, noteUse } from '../store/access-keys.ts'
import { accountOf } from '../store/accounts.ts'
import { isSameHash, secretHash } from './secret.ts'
import type { Ground, WayIn } from './way-in.ts'

/** Header `X-Auth-AccessKey` (docs/api/authentication.md §1.3). */
export const accessKey: WayIn = async (ground, sent) => {
  const text = sent.headers['x-auth-accesskey']
  if (text === undefined) return undefined
  const key = await checkAccessKey(ground, text, {
    address: sent.address,
    isFitting: (each) => opens(each, sent.scope),
  })
  const isValid = (tx: Tx): Promise<boolean> => lockAccessKey(tx, key.id)
  const scopes = opens(key, undefined) ? {} : { scopes: key.scopes }
  return { userId: key.userId, credential: { kind: 'access-key', id: key.id, isValid, ...scopes } }
}

/** Whether a text is taken for an access key, right or wrong. */
export const looksLikeAccessKey = (text: string): boolean => readSplitSecret(prefix, text) !== undefined

/** The key that a text is, refused unless it is one that still holds and fits; its use is noted. */
export async function checkAccessKey(
  ground: Ground,
  text: string,
  { address, isFitting }: { readonly address: string; isFitting(key: AccessKey): boolean },
): Promise<AccessKey> {
  const split = readSplitSecret(prefix, text)
  if (split === undefined) throw new Refusal('unauthenticated', 'Key or token incorrectly formatted')
  // A number from outside: it becomes an id by being found.
  const inUse = await findKeyInUse(ground, split.id as AccessKeyId)
  const { key } = inUse
  if (
    isExpired(key, ground.clock.now()) ||
    !isSameHash(key.verifierHash, secretHash(split.verifier)) ||
    !isFitting(key) ||
    (await accountOf(ground, key.userId)) === undefined
  ) {
    throw new Refusal('unauthenticated', 'Invalid access key')
  }
  await recordUse(ground, address, inUse)
  return key
}

const prefix = 'tlp-k1-'

const resolutionSeconds = 3600

/**
 * docs/api/authentication.md §1.3: at most once an hour unless the address changed, and before the route runs, so that
 * an answer shows this very request.
 */
async function recordUse(ground: Ground, address: string, { key, lastUse }: KeyInUse): Promise<void> {
  const now = ground.clock.now()
  const isRecent = lastUse.on !== null && now - lastUse.on < resolutionSeconds
  if (isRecent && lastUse.from === address) return
  lastUse.on = now
  lastUse.from = address
  try {
    await ground.db.write((tx) => noteUse(tx, key.id, now, address))
  } catch (error) {
    ground.log.warn({ err: error }, 'the last use of an access key was not recorded')
  }
}
