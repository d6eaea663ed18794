import type { AccessKeyId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { isExpired } from '../model/access-key.ts'
import { readSplitSecret } from '../model/split-secret.ts'
import { findKeyInUse, type KeyInUse, noteUse } from '../store/access-keys.ts'
import { accountOf } from '../store/accounts.ts'
import { isSameHash, secretHash } from './secret.ts'
import type { Ground, Sent, WayIn } from './way-in.ts'

/** Header `X-Auth-AccessKey` (contract 10 §2.3). */
export const accessKey: WayIn = async (ground, sent) => {
  const text = sent.headers['x-auth-accesskey']
  if (text === undefined) return undefined
  const split = readSplitSecret('tlp-k1-', text)
  if (split === undefined) throw new Refusal('unauthenticated', 'Key or token incorrectly formatted')
  // A number from outside: it becomes an id by being found.
  const inUse = await findKeyInUse(ground, split.id as AccessKeyId)
  const now = ground.clock.now()
  if (
    isExpired(inUse.key, now) ||
    !isSameHash(inUse.key.verifierHash, secretHash(split.verifier)) ||
    !inUse.key.scopes.includes('write:rest') ||
    (await accountOf(ground, inUse.key.userId)) === undefined
  ) {
    throw new Refusal('unauthenticated', 'Invalid access key')
  }
  noteInBackground(ground, sent, inUse)
  return { userId: inUse.key.userId, credential: { kind: 'access-key', id: inUse.key.id } }
}

const resolutionSeconds = 3600

/** Contract 10 §2.3: at most once an hour unless the address changed; no answer waits for it. */
function noteInBackground(ground: Ground, { address }: Sent, { key, lastUse }: KeyInUse): void {
  const now = ground.clock.now()
  const isRecent = lastUse.on !== null && now - lastUse.on < resolutionSeconds
  if (isRecent && lastUse.from === address) return
  lastUse.on = now
  lastUse.from = address
  ground.db
    .write((tx) => noteUse(tx, key.id, now, address))
    .catch((error: unknown) => ground.log.warn({ err: error }, 'the last use of an access key was not noted'))
}
