import type { AccessKeyId, UserId } from '../../kit/values/ids.ts'
import type { Scope } from '../../kit/values/scope.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** A personal access key without its verifier. */
export interface AccessKey {
  readonly id: AccessKeyId
  readonly userId: UserId
  readonly verifierHash: string
  readonly description: string
  readonly createdOn: EpochSeconds
  readonly expiresOn: EpochSeconds | null
  readonly lastUsedOn: EpochSeconds | null
  readonly lastUsedFrom: string | null
  readonly scopes: readonly string[]
}

export const isScopeFormat = (text: string): boolean => /^[^\s:]+:[^\s:]+$/.test(text)

/**
 * Returns whether a key grants a scope: `write:rest` grants the whole API; a restricted key only its scopes
 * (docs/api/authentication.md §1.3, decision 0030).
 */
export const grantsScope = (key: Pick<AccessKey, 'scopes'>, scope: Scope | undefined): boolean =>
  key.scopes.includes('write:rest') || (scope !== undefined && key.scopes.includes(scope))

/**
 * Returns whether a key has expired; it is invalid from the second of its expiry on (docs/api/authentication.md §1.3).
 */
export const isExpired = (key: Pick<AccessKey, 'expiresOn'>, now: EpochSeconds): boolean =>
  key.expiresOn !== null && key.expiresOn <= now
