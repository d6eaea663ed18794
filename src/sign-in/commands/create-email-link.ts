import type { EpochSeconds } from '../../kit/values/time.ts'
import { createSecret, hashSecret } from '../authentication/secret.ts'

const lifetimeSeconds = 86_400

/** A link that works once, for a day: the recipient gets the secret, the database its digest. */
export interface EmailLink {
  readonly secret: string
  readonly hash: string
  readonly createdOn: EpochSeconds
  readonly expiresOn: EpochSeconds
}

export function createEmailLink(createdOn: EpochSeconds): EmailLink {
  const secret = createSecret(32).toString('base64url')
  return { secret, hash: hashSecret(secret), createdOn, expiresOn: createdOn + lifetimeSeconds }
}
