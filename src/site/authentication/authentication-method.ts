import type { Credential } from '../../kit/credential.ts'
import type { UserId } from '../../kit/ids.ts'
import type { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../../kit/scope.ts'
import type { World } from '../../kit/world.ts'

/** What a request brings to sign in with. */
export interface CredentialInput {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly method: string
  readonly address: string
  /** Scope that opens the route to bearer tokens and narrower access keys; none: they do not open it. */
  readonly scope?: Scope | undefined
  /** The route is open to sessions that owe something. */
  readonly allowsRequiredActions?: true
  /** What is there is followed to and shown, as links and pictures are: it changes nothing. */
  readonly isLinked?: true
}

export type AuthenticationDeps = Pick<World, 'db' | 'cache' | 'clock' | 'log' | 'config'>

export interface RecognizedUser {
  readonly userId: UserId
  readonly credential: Credential
  /** What was sent is in order and does not cover the route. */
  readonly insufficientScope?: Refusal
}

/** One way to sign in: who it is; undefined when this way was not taken; a refusal when it was, and wrongly. */
export type AuthenticationMethod = (
  deps: AuthenticationDeps,
  input: CredentialInput,
) => Promise<RecognizedUser | undefined> | undefined
