import type { Refusal } from '../../kit/messages/refusal.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Scope } from '../../kit/values/scope.ts'
import type { Credential } from '../../world/model/credential.ts'
import type { World } from '../../world/model/world.ts'

/** The parts of a request that authentication uses. */
export interface CredentialInput {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly method: string
  readonly address: string
  /** Scope with which bearer tokens and restricted access keys can use the route; none: they cannot. */
  readonly scope?: Scope | undefined
  /** Whether the route accepts sessions with a required action. */
  readonly allowsRequiredActions?: true
  /** Whether browsers open the URL by links and embed it like pictures: it changes nothing. */
  readonly isLinked?: true
}

export type AuthenticationDeps = Pick<World, 'db' | 'cache' | 'clock' | 'log' | 'config'>

export interface RecognizedUser {
  readonly userId: UserId
  readonly credential: Credential
  /** The error when the credential is valid but does not cover the route. */
  readonly insufficientScope?: Refusal
}

/**
 * An authentication method: returns the user; undefined when the request has no such credential; throws when it is
 * invalid.
 */
export type AuthenticationMethod = (
  deps: AuthenticationDeps,
  input: CredentialInput,
) => Promise<RecognizedUser | undefined> | undefined
