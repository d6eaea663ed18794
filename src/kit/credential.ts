import type { Tx } from './db/db.ts'
import type { Scope } from './scope.ts'

/** How a request signed in. */
export interface Credential {
  readonly kind: 'access-key' | 'bearer' | 'token' | 'basic' | 'cookie'
  readonly id: number | null
  /** Scopes of a token or of a narrow access key; absent: the credential covers everything. */
  readonly scopes?: readonly string[]
  /**
   * Returns whether it still authenticates its account. A transaction that issues another credential checks it again,
   * because it may have been revoked after the request was authenticated.
   */
  isValid(tx: Tx): Promise<boolean>
}

/** Whether a credential covers a scope beside the one that opened the route. */
export const coversScope = (credential: Credential | null, scope: Scope): boolean =>
  credential?.scopes?.includes(scope) ?? true
