import type { Tx } from './db/db.ts'

/** How a request signed in. */
export interface Credential {
  readonly kind: 'access-key' | 'bearer' | 'token' | 'basic' | 'cookie'
  readonly id: number | null
  /**
   * Returns whether it still authenticates its account. A transaction that issues another credential checks it again,
   * because it may have been revoked after the request was authenticated.
   */
  isValid(tx: Tx): Promise<boolean>
}
