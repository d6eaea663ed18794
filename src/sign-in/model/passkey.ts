import type { PasskeyId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** A WebAuthn credential with its public key. */
export interface Passkey {
  readonly id: PasskeyId
  readonly userId: UserId
  /** Base64url; the authenticator chose it. */
  readonly credentialId: string
  /** COSE, base64url. */
  readonly publicKey: string
  /** Signature counter of the authenticator; always 0 where it does not count. */
  readonly counter: number
  /** How a browser reaches the authenticator, as the browser reported it. */
  readonly transports: readonly string[]
  /** The host for which it was created; it works at no other one. */
  readonly rpId: string
  readonly label: string
  readonly createdOn: EpochSeconds
  readonly lastUsedOn: EpochSeconds | null
}

export const maxLabelLength = 100
/** More than any user needs, and few enough for a fast sign-in. */
export const maxPasskeys = 50
