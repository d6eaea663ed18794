import type { UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** A pending email change; only the digest of the secret in the email is stored. */
export interface EmailChange {
  readonly hash: string
  readonly userId: UserId
  readonly email: string
  readonly createdOn: EpochSeconds
  readonly expiresOn: EpochSeconds
}
