import type { User } from '../../accounts/model/user.ts'
import type { Member, NameStyle } from '../../kit/values/caller.ts'
import type { Settings } from '../../site/model/settings.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { Factor } from './second-factor.ts'
import type { RequiredAction, Session } from './session.ts'

/** The signed-in user of a browser, and the data that the sign-in page needs. */
export interface CurrentSession {
  /** null: no user is signed in */
  readonly signedIn: {
    readonly session: Session
    readonly user: User
    /** As the caller of reads. */
    readonly reader: Member
    readonly isSiteAdministrator: boolean
    readonly canCreateProjects: boolean
    /** Projects from archives. */
    readonly canImportProjects: boolean
    /** null: the user has not chosen one */
    readonly nameStyle: NameStyle | null
    readonly due: readonly RequiredAction[]
    /** The new email address that the user has yet to confirm. */
    readonly pendingEmail: string | null
  } | null
  /** The second factors of a user who entered the right password; null: nothing is pending */
  readonly pending: readonly Factor[] | null
  readonly site: {
    readonly settings: Settings
    readonly needsSetup: boolean
    readonly providers: readonly IdentityProvider[]
    readonly hasPasskeys: boolean
    readonly hasMail: boolean
  }
}
