import { mayHoldKeys } from '../../accounts/policy.ts'
import { getUser } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { AccessKeyId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Credential } from '../../world/model/credential.ts'
import { assertNotRevoked } from '../authentication/assert-not-revoked.ts'
import { createSecret, hashSecret } from '../authentication/secret.ts'
import { isScopeFormat } from '../model/access-key.ts'
import { isAccessKeyScope, isDelegatedScope } from '../model/scopes.ts'
import { formatSplitSecret } from '../model/split-secret.ts'
import { addAccessKey, countAccessKeys, findAccessKey } from '../store/access-keys.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

export interface AccessKeyInput {
  readonly user: UserId
  readonly description: string
  readonly expiresOn: EpochSeconds | null
  readonly scopes: readonly string[]
}

/** Unexpired ones of a user: a program that creates a key for each of its runs is stopped before it makes many more. */
const maxKeys = 1000

/** Creates a key and returns its text, which cannot be read again (docs/api/authentication.md §3). */
export async function createAccessKey(
  world: Pick<CommandWorld, 'db' | 'clock'> & MailDeps,
  caller: Caller,
  draft: AccessKeyInput,
  credential: Credential | null = null,
): Promise<{ readonly id: AccessKeyId; readonly identifier: string }> {
  const permit = mayHoldKeys(caller, draft.user)
  const at = world.clock.now()
  if (draft.expiresOn !== null && draft.expiresOn <= at) {
    throw new Refusal('invalid', 'You cannot create an already expired access key')
  }
  const scopes = knownScopes(draft.scopes)
  const verifier = createSecret(32)
  const id = await world.db.write(async (tx) => {
    const owner = await getUser(tx, draft.user)
    await assertNotRevoked(tx, caller, credential)
    if ((await countAccessKeys(tx, permit, at)) >= maxKeys) {
      throw new Refusal('invalid', message`You have ${maxKeys} access keys. Revoke those that are no longer used.`)
    }
    const expiresOn = await findLatestExpiry(tx, credential, draft.expiresOn)
    const { description } = draft
    const key = { description, expiresOn, scopes, createdOn: at, verifierHash: hashSecret(verifier) }
    const added = await addAccessKey(tx, permit, key)
    const entry = { at, by: caller, action: 'access key created', subject: owner.login }
    await tx.audit({ ...entry, detail: { id: added, scopes } })
    await sendSecurityNotice(tx, world, owner, at, { kind: 'access_key_created', description, scopes, expiresOn })
    return added
  })
  return { id, identifier: formatSplitSecret('tlp-k1-', { id, verifier }) }
}

/**
 * Returns when a new key expires: not after the key or the token that creates it, which would otherwise grant longer
 * access than its owner gave it.
 */
async function findLatestExpiry(
  db: Reader,
  credential: Credential | null,
  wanted: EpochSeconds | null,
): Promise<EpochSeconds | null> {
  const limit = credential === null ? null : await findExpiry(db, credential)
  if (limit === null) return wanted
  return wanted === null ? limit : Math.min(wanted, limit)
}

/** null: the credential does not expire, or, like a session, proves that the user has signed in. */
async function findExpiry(db: Reader, { kind, id, expiresOn }: Credential): Promise<EpochSeconds | null> {
  if (kind !== 'access-key') return expiresOn ?? null
  // The authentication method stores the id of the key.
  return (await findAccessKey(db, id as AccessKeyId))?.expiresOn ?? null
}

/**
 * Returns the known scopes; throws for malformed ones and ignores those that Tuleap does not know
 * (docs/api/authentication.md §3).
 */
function knownScopes(requested: readonly string[]) {
  const malformed = requested.find((each) => !isScopeFormat(each))
  if (malformed !== undefined) {
    throw new Refusal(
      'invalid',
      message`${malformed} does not have the expected format of an access key scope identifier`,
    )
  }
  if (!requested.some(isAccessKeyScope))
    throw new Refusal('invalid', 'No valid access key scope identifier has been given')
  return requested.filter((each) => isAccessKeyScope(each) || isDelegatedScope(each))
}
