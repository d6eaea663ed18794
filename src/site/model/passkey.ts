import type { PasskeyId, UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/** A WebAuthn credential: of its two keys we have the public one. */
export interface Passkey {
  readonly id: PasskeyId
  readonly userId: UserId
  /** base64url, as the authenticator chose it */
  readonly credentialId: string
  /** COSE, base64url */
  readonly publicKey: string
  /** Signatures the authenticator has made; 0 for ever where it does not count. */
  readonly counter: number
  /** How a browser reaches the authenticator, as it told. */
  readonly transports: readonly string[]
  /** The host it was made at; it works at no other one. */
  readonly rpId: string
  readonly label: string
  readonly createdOn: EpochSeconds
  readonly lastUsedOn: EpochSeconds | null
}

export const maxLabelLength = 100
/** More than anybody has; less than would make sign-in slow. */
export const maxPasskeys = 50
