import type { Member } from '../../kit/caller.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { Factor } from './second-factor.ts'
import type { RequiredAction, Session } from './session.ts'
import type { Settings } from './settings.ts'
import type { User } from './user.ts'

/** Who sits at a browser, and what the page that it shows has to know. */
export interface CurrentSession {
  /** null: nobody is signed in */
  readonly signedIn: {
    readonly session: Session
    readonly user: User
    /** As the caller of what only reads. */
    readonly reader: Member
    readonly isSiteAdministrator: boolean
    readonly due: readonly RequiredAction[]
    /** The address he wants to have and has yet to confirm. */
    readonly pendingEmail: string | null
  } | null
  /** What is awaited of somebody who gave the right password; null: nothing */
  readonly pending: readonly Factor[] | null
  readonly site: {
    readonly settings: Settings
    readonly needsSetup: boolean
    readonly providers: readonly IdentityProvider[]
    readonly hasPasskeys: boolean
  }
}
