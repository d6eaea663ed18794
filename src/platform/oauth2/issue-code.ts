import { type Caller, userIdOf } from '../../kit/caller.ts'
import type { OAuth2AppId, UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import { newSecret, secretHash } from '../authentication/secret.ts'
import { type Post, tellOwner } from '../commands/tell-owner.ts'
import type { ScopeName } from '../model/scopes.ts'
import { writeSplitSecret } from '../model/split-secret.ts'
import { record } from '../store/audit.ts'
import { holdApp } from '../store/oauth2-apps.ts'
import { addCode } from '../store/oauth2-codes.ts'
import { lookForGrant, saveGrant } from '../store/oauth2-grants.ts'
import { findUser } from '../store/users.ts'
import { codeSeconds } from './lifetimes.ts'

/** What a person lets an app do, with all that its token request will be held against. */
export interface Authorization {
  readonly appId: OAuth2AppId
  readonly userId: UserId
  readonly redirectUri: string
  readonly scopes: readonly ScopeName[]
  readonly challenge: string | null
  readonly nonce: string | null
  /** When the person signed in. */
  readonly authTime: EpochSeconds
}

/**
 * Contract 10 §10.3, step 9; undefined: the app is gone, or was allowed before what it no longer is. `consent` of now
 * stands in place of what was allowed before.
 */
export async function issueCode(
  world: Pick<World, 'db' | 'clock'> & Post,
  asked: Authorization,
  consent: { readonly by: Caller; readonly address: string } | null,
): Promise<string | undefined> {
  const at = world.clock.now()
  const verifier = newSecret(32)
  return world.db.write(async (tx) => {
    const app = await holdApp(tx, asked.appId)
    if (app === undefined) return undefined
    const grant = await lookForGrant(tx, asked.userId, asked.appId)
    const isKnown = asked.scopes.every((scope) => grant?.scopes.includes(scope))
    if (consent === null) {
      if (!isKnown) return undefined
    } else {
      if (userIdOf(consent.by) !== asked.userId) throw new Error('Nobody allows an app what others may')
      await saveGrant(tx, asked, at)
      const entry = { at, by: consent.by, address: consent.address, action: 'app authorised', subject: app.name }
      await record(tx, { ...entry, detail: { app: app.id, scopes: asked.scopes } })
      const notice = { kind: 'app_authorised', app: app.name, scopes: asked.scopes } as const
      if (!isKnown) await tellOwner(tx, world, await findUser(tx, asked.userId), at, notice)
    }
    const id = await addCode(tx, {
      ...asked,
      hash: secretHash(verifier),
      codeChallenge: asked.challenge,
      createdOn: at,
      expiresOn: at + codeSeconds,
    })
    return writeSplitSecret('tlp-oauth2-ac1-', { id, verifier })
  })
}
