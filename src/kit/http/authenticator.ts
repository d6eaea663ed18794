import type { Caller } from '../caller.ts'
import type { Credential } from '../credential.ts'
import type { Refusal } from '../refusal.ts'
import type { Scope } from '../scope.ts'
import type { Access } from './route.ts'

/** Authenticates requests; implemented by the slices that know users and settings. */
export interface Authenticator {
  /** Runs before anything else of a request; the result is the request's `revisionKey` (route.ts). */
  begin(): Promise<string>
  /** Authenticates a request. Routes with access `none` accept every request and evaluate no credentials. */
  authenticate(input: AuthenticationInput): Promise<Authentication>
}

interface Authentication {
  readonly caller: Caller
  readonly credential: Credential | null
  /**
   * Set when the token of the caller lacks the scope and the request is served as anonymous: the error if anonymous
   * access is not allowed.
   */
  readonly insufficientScope: Refusal | null
  /** Returns the origin and the time zone of responses, from the current settings. */
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
