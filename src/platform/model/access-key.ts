import type { AccessKeyId, UserId } from '../../kit/ids.ts'
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

/** Scopes a key can have (contract 10 §2.3): the API, and Subversion instead of a password. */
export const accessKeyScopes = ['write:rest', 'write:svn'] as const
export type AccessKeyScope = (typeof accessKeyScopes)[number]

export const isScopeFormat = (text: string): boolean => /^[^\s:]+:[^\s:]+$/.test(text)

export const isKnownScope = (text: string): text is AccessKeyScope =>
  (accessKeyScopes as readonly string[]).includes(text)

/** Contract 10 §2.3: the second of expiry is already too late. */
export const isExpired = (key: Pick<AccessKey, 'expiresOn'>, now: EpochSeconds): boolean =>
  key.expiresOn !== null && key.expiresOn <= now
