import type { EpochSeconds } from '../../kit/time.ts'
import type { User } from './user.ts'

/** What somebody who looks after accounts wants to know of one. */
export interface AccountOverview {
  readonly user: User
  readonly createdOn: EpochSeconds
  /** null: never on a page; keys and tokens do not count */
  readonly lastSignedInOn: EpochSeconds | null
  readonly hasPassword: boolean
  /** How many have not expired. */
  readonly accessKeys: number
  /** Issuers of the company directories that know this person. */
  readonly directories: readonly string[]
  readonly hasTotp: boolean
  readonly passkeys: number
  readonly isSiteAdministrator: boolean
}
