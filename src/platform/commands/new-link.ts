import type { EpochSeconds } from '../../kit/time.ts'
import { newSecret, secretHash } from '../authentication/secret.ts'

const livesSeconds = 86_400

/** A link that works once, for a day: its secret is for whoever gets it, the digest for the database. */
export interface NewLink {
  readonly secret: string
  readonly hash: string
  readonly createdOn: EpochSeconds
  readonly expiresOn: EpochSeconds
}

export function newLink(createdOn: EpochSeconds): NewLink {
  const secret = newSecret(32).toString('base64url')
  return { secret, hash: secretHash(secret), createdOn, expiresOn: createdOn + livesSeconds }
}
