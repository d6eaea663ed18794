import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { OAuth2AppId } from '../../kit/values/ids.ts'
import { assertSessionActive } from '../../sign-in/authentication/assert-not-revoked.ts'
import { createSecret, hashSecret } from '../../sign-in/authentication/secret.ts'
import { type MailDeps, sendSecurityNotice } from '../../sign-in/commands/send-security-notice.ts'
import type { ScopeName } from '../../sign-in/model/scope-name.ts'
import type { Session } from '../../sign-in/model/session.ts'
import { formatSplitSecret } from '../../sign-in/model/split-secret.ts'
import type { World } from '../../world/model/world.ts'
import { mayAuthorizeApps } from '../policy.ts'
import { lockApp } from '../store/oauth2-apps.ts'
import { addCode } from '../store/oauth2-codes.ts'
import { findGrant, saveGrant } from '../store/oauth2-grants.ts'
import { codeSeconds } from './lifetimes.ts'

/** The session of the user who is signed in at the browser. */
export type SignedInSession = Pick<Session, 'id' | 'userId' | 'signedInOn'>

/** The authorization of an app by a user, with everything that its token request is checked against. */
export interface AuthorizationGrant {
  readonly appId: OAuth2AppId
  /** Session of the user who consents; an ended session authorizes nothing. */
  readonly session: SignedInSession
  readonly redirectUri: string
  readonly scopes: readonly ScopeName[]
  readonly challenge: string | null
  readonly nonce: string | null
}

/**
 * Issues an authorization code (docs/api/oauth2.md §3, step 9); undefined: the app was deleted, or no longer has the
 * earlier consent. A new `consent` replaces the earlier one.
 */
export async function issueCode(
  world: Pick<World, 'db' | 'clock'> & MailDeps,
  request: AuthorizationGrant,
  consent: { readonly by: Caller; readonly address: string } | null,
): Promise<string | undefined> {
  const at = world.clock.now()
  const verifier = createSecret(32)
  const { userId, signedInOn: authTime } = request.session
  const allowed = { ...request, userId, authTime }
  return world.db.write(async (tx) => {
    const { user } = await assertSessionActive(tx, request.session)
    const permit = mayAuthorizeApps(request.session)
    const app = await lockApp(tx, request.appId)
    if (app === undefined) return undefined
    const grant = await findGrant(tx, userId, request.appId)
    const isKnown = request.scopes.every((scope) => grant?.scopes.includes(scope))
    if (consent === null) {
      if (!isKnown) return undefined
    } else {
      if (getUserId(consent.by) !== userId) throw new Error('Only the user of the session can consent')
      await saveGrant(tx, permit, allowed, at)
      const entry = { at, by: consent.by, address: consent.address, action: 'app authorized', subject: app.name }
      await tx.audit({ ...entry, detail: { app: app.id, scopes: request.scopes } })
      const notice = { kind: 'app_authorized', app: app.name, scopes: request.scopes } as const
      if (!isKnown) await sendSecurityNotice(tx, world, user, at, notice)
    }
    const id = await addCode(tx, permit, {
      ...allowed,
      hash: hashSecret(verifier),
      codeChallenge: request.challenge,
      createdOn: at,
      expiresOn: at + codeSeconds,
    })
    return formatSplitSecret('tlp-oauth2-ac1-', { id, verifier })
  })
}
