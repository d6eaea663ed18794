import type { Reader, Tx } from '../../database/db/db.ts'
import { acquireAdvisoryLock } from '../../database/sql/sql.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** A key that signs ID tokens for an hour. */
export interface SigningKey {
  readonly kid: string
  /** JSON of the public JWK (RFC 7517), as it is published. */
  readonly publicJwk: string
  readonly encryptedPrivateJwk: string
  readonly signsFrom: EpochSeconds
  readonly signsUntil: EpochSeconds
}

/** Returns the keys that sign, will sign, or have signed tokens that expire after `moment`; the oldest first. */
export async function loadSigningKeysAfter(db: Reader, moment: EpochSeconds): Promise<SigningKey[]> {
  const rows = await db
    .selectFrom('signing_key')
    .selectAll()
    .where('signs_until', '>', moment)
    .orderBy('signs_from')
    .orderBy('kid')
    .execute()
  return rows.map((row) => ({
    kid: row.kid,
    publicJwk: row.public_jwk,
    encryptedPrivateJwk: row.encrypted_private_jwk,
    signsFrom: row.signs_from,
    signsUntil: row.signs_until,
  }))
}

/** Adds a key unless another node did: `isNeeded` is evaluated again under a lock. */
export async function addSigningKey(
  tx: Tx,
  _permit: SystemPermit<'run a node'>,
  key: SigningKey,
  isNeeded: (keys: readonly SigningKey[]) => boolean,
  moment: EpochSeconds,
): Promise<void> {
  await acquireAdvisoryLock(tx, 'signing keys')
  if (!isNeeded(await loadSigningKeysAfter(tx, moment))) return
  const row = {
    kid: key.kid,
    public_jwk: key.publicJwk,
    encrypted_private_jwk: key.encryptedPrivateJwk,
    signs_from: key.signsFrom,
    signs_until: key.signsUntil,
  }
  await tx.insertInto('signing_key').values(row).execute()
}

export async function removeSigningKeys(tx: Tx, _permit: SystemPermit<'sweep'>, before: EpochSeconds): Promise<void> {
  await tx.deleteFrom('signing_key').where('signs_until', '<=', before).execute()
}
