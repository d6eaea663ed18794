import type { WithRevisions } from '../../kit/caches/revision-cache.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Scope } from '../../kit/values/scope.ts'
import type { Credential } from '../../world/model/credential.ts'
import type { World } from '../../world/model/world.ts'
import type { Access } from './route.ts'

/** Authenticates requests; implemented by the slices that know users and settings. */
export interface Authenticator {
  /**
   * Runs before anything else of a request. `readFirst` of the route is combined with what it reads itself; undefined:
   * there is nothing to read.
   */
  begin<First>(readFirst?: (world: World) => Promise<WithRevisions<First>> | undefined): Promise<BegunRequest<First>>
  /** Authenticates a request. Routes with access `none` accept every request and evaluate no credentials. */
  authenticate(world: World, input: AuthenticationInput): Promise<Authentication>
}

/** The world for the request, and the members `revisionKey` and `first` of a request (route.ts). */
interface BegunRequest<First> {
  readonly world: World
  readonly revisionKey: string
  readonly first: First | undefined
}

interface Authentication {
  readonly caller: Caller
  readonly credential: Credential | null
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
