import type { OAuth2AppId, ProjectId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** A third-party application that acts on behalf of users who authorized it (RFC 6749 §2). */
export interface OAuth2App {
  readonly id: OAuth2AppId
  /** null: of the whole site. */
  readonly projectId: ProjectId | null
  readonly name: string
  readonly redirectUri: string
  readonly isPkceForced: boolean
  /** Whether it can keep a secret; a public one authenticates only with PKCE. */
  readonly isConfidential: boolean
  /** null: a public one. */
  readonly secretHash: string | null
  readonly createdOn: EpochSeconds
}

/** docs/api/oauth2.md §1. */
export const formatClientId = (id: OAuth2AppId): string => `tlp-client-id-${id}`

/** Returns the app of a client id; undefined when it is malformed. */
export function parseClientId(text: string): OAuth2AppId | undefined {
  const digits = /^tlp-client-id-([1-9]\d{0,14})$/.exec(text)?.[1]
  // Untrusted number; validated by the lookup that follows.
  return digits === undefined ? undefined : (Number(digits) as OAuth2AppId)
}

/**
 * Returns whether each use of a code of this app must be proven with PKCE: a public one has no other proof (RFC 9700
 * §2.1.1).
 */
export const needsPkce = (app: Pick<OAuth2App, 'isPkceForced' | 'isConfidential'>): boolean =>
  app.isPkceForced || !app.isConfidential
