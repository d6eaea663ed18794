import { type Caller, userIdOf } from '../../kit/caller.ts'
import type { OAuth2AppId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { assertSessionActive } from '../authentication/assert-not-revoked.ts'
import { createSecret, hashSecret } from '../authentication/secret.ts'
import { type MailDeps, sendSecurityNotice } from '../commands/send-security-notice.ts'
import type { ScopeName } from '../model/scopes.ts'
import type { Session } from '../model/session.ts'
import { formatSplitSecret } from '../model/split-secret.ts'
import { auditSite } from '../store/audit-site.ts'
import { lockApp } from '../store/oauth2-apps.ts'
import { addCode } from '../store/oauth2-codes.ts'
import { findGrant, saveGrant } from '../store/oauth2-grants.ts'
import { codeSeconds } from './lifetimes.ts'

/** The session of the user who is signed in at the browser. */
export type SignedInSession = Pick<Session, 'id' | 'userId' | 'signedInOn'>

/** What a person lets an app do, with all that its token request will be held against. */
export interface AuthorizationGrant {
  readonly appId: OAuth2AppId
  /** Of the user who allows it; a session that was ended allows nothing. */
  readonly session: SignedInSession
  readonly redirectUri: string
  readonly scopes: readonly ScopeName[]
  readonly challenge: string | null
  readonly nonce: string | null
}

/**
 * docs/api/oauth2.md §3, step 9; undefined: the app is gone, or was allowed before what it no longer is. `consent` of
 * now stands in place of what was allowed before.
 */
export async function issueCode(
  world: Pick<World, 'db' | 'clock'> & MailDeps,
  asked: AuthorizationGrant,
  consent: { readonly by: Caller; readonly address: string } | null,
): Promise<string | undefined> {
  const at = world.clock.now()
  const verifier = createSecret(32)
  const { userId, signedInOn: authTime } = asked.session
  const allowed = { ...asked, userId, authTime }
  return world.db.write(async (tx) => {
    const { user } = await assertSessionActive(tx, asked.session)
    const app = await lockApp(tx, asked.appId)
    if (app === undefined) return undefined
    const grant = await findGrant(tx, userId, asked.appId)
    const isKnown = asked.scopes.every((scope) => grant?.scopes.includes(scope))
    if (consent === null) {
      if (!isKnown) return undefined
    } else {
      if (userIdOf(consent.by) !== userId) throw new Error('Nobody allows an app what others may')
      await saveGrant(tx, allowed, at)
      const entry = { at, by: consent.by, address: consent.address, action: 'app authorised', subject: app.name }
      await auditSite(tx, { ...entry, detail: { app: app.id, scopes: asked.scopes } })
      const notice = { kind: 'app_authorised', app: app.name, scopes: asked.scopes } as const
      if (!isKnown) await sendSecurityNotice(tx, world, user, at, notice)
    }
    const id = await addCode(tx, {
      ...allowed,
      hash: hashSecret(verifier),
      codeChallenge: asked.challenge,
      createdOn: at,
      expiresOn: at + codeSeconds,
    })
    return formatSplitSecret('tlp-oauth2-ac1-', { id, verifier })
  })
}
