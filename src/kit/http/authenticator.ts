import type { Caller } from '../caller.ts'
import type { Credential } from '../credential.ts'
import type { Refusal } from '../refusal.ts'
import type { Scope } from '../scope.ts'
import type { Access } from './route.ts'

/** How a request is let in: filled by the slices that know accounts and settings. */
export interface Authenticator {
  /** Runs before anything else of a request; what it answers is the request's `moment` (route.ts). */
  begin(): Promise<string>
  /** Nobody is refused, and no credential looked at, where the route says `none`. */
  authenticate(sent: AuthenticationInput): Promise<Authentication>
}

interface Authentication {
  readonly caller: Caller
  readonly credential: Credential | null
  /** Answers where a visitor is refused: the caller has a token that lacks the scope, and is served as a visitor. */
  readonly insufficientScope: Refusal | null
  /** Address and time zone of answers, as the settings have them now. */
  readonly publicUrl: string | null
  readonly timezone: string
}

export interface AuthenticationInput {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly method: string
  readonly address: string
  readonly access: Access
  readonly scope: Scope | undefined
  readonly allowsRequiredActions?: true
  readonly isLinked?: true
}
