import type { EpochSeconds } from '../../kit/values/time.ts'
import type { User } from './user.ts'

/** Administrative view of an account. */
export interface AccountOverview {
  readonly user: User
  readonly createdOn: EpochSeconds
  /** Last sign-in on a page; null: never. Keys and tokens do not count. */
  readonly lastSignedInOn: EpochSeconds | null
  readonly hasPassword: boolean
  /** How many have not expired. */
  readonly accessKeys: number
  /** Issuers of the identity providers to which the account is linked. */
  readonly directories: readonly string[]
  readonly hasTotp: boolean
  readonly passkeys: number
  readonly isSiteAdministrator: boolean
}
