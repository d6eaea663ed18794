import type { AccessKeyId, UserId } from '../../kit/ids.ts'
import type { Scope } from '../../kit/scope.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/** A personal access key as it is stored: never its verifier. */
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
 * docs/api/authentication.md §1.3: `write:rest` opens all of the API; a narrower key opens what its scopes open
 * (decision 0030).
 */
export const grantsScope = (key: Pick<AccessKey, 'scopes'>, scope: Scope | undefined): boolean =>
  key.scopes.includes('write:rest') || (scope !== undefined && key.scopes.includes(scope))

/** docs/api/authentication.md §1.3: the second of expiry is already too late. */
export const isExpired = (key: Pick<AccessKey, 'expiresOn'>, now: EpochSeconds): boolean =>
  key.expiresOn !== null && key.expiresOn <= now
