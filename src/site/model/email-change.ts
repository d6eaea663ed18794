import type { UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/** An address that somebody wants to have; of the secret that was written to it there is the digest alone. */
export interface EmailChange {
  readonly hash: string
  readonly userId: UserId
  readonly email: string
  readonly createdOn: EpochSeconds
  readonly expiresOn: EpochSeconds
}
