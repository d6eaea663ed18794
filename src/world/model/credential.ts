import type { Tx } from '../../database/db/db.ts'
import type { Scope } from '../../kit/values/scope.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** The credential of a request. */
export interface Credential {
  readonly kind: 'access-key' | 'bearer' | 'token' | 'basic' | 'cookie'
  readonly id: number | null
  /** When a token expires. */
  readonly expiresOn?: EpochSeconds
  /** Scopes of a token or of a restricted access key; absent: the credential grants everything. */
  readonly scopes?: readonly string[]
  /**
   * Returns whether it still authenticates its account. A transaction that issues another credential checks it again,
   * because it may have been revoked after the request was authenticated.
   */
  isValid(tx: Tx): Promise<boolean>
}

/** Returns whether a credential grants a scope in addition to the one that the route requires. */
export const coversScope = (credential: Credential | null, scope: Scope): boolean =>
  credential?.scopes?.includes(scope) ?? true

/** Returns whether a credential, or an anonymous request, also grants what no scope covers, such as Subversion. */
export const coversEverything = (credential: Credential | null): boolean => credential?.scopes === undefined
