import type { OAuth2AppId, ProjectId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/** An app of somebody else that acts for people who allowed it to (RFC 6749 §2). */
export interface OAuth2App {
  readonly id: OAuth2AppId
  /** null: of the whole site. */
  readonly projectId: ProjectId | null
  readonly name: string
  readonly redirectUri: string
  readonly isPkceForced: boolean
  /** It can keep a secret; a public one proves itself with PKCE alone. */
  readonly isConfidential: boolean
  /** null: a public one. */
  readonly secretHash: string | null
  readonly createdOn: EpochSeconds
}

/** docs/api/oauth2.md §1. */
export const clientIdOf = (id: OAuth2AppId): string => `tlp-client-id-${id}`

/** The app a client id names; undefined when it is none. */
export function parseClientId(text: string): OAuth2AppId | undefined {
  const digits = /^tlp-client-id-([1-9]\d{0,14})$/.exec(text)?.[1]
  // A number from outside: it becomes an id by being found.
  return digits === undefined ? undefined : (Number(digits) as OAuth2AppId)
}

/** Every use of a code of this app must prove who asked for it: a public one has nothing else (RFC 9700 §2.1.1). */
export const needsPkce = (app: Pick<OAuth2App, 'isPkceForced' | 'isConfidential'>): boolean =>
  app.isPkceForced || !app.isConfidential
