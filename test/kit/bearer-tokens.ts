import { credentialPermit } from '../../src/kit/messages/system-permits.ts'
import type { OAuth2AppId, UserId } from '../../src/kit/values/ids.ts'
import { addCode } from '../../src/oauth2/store/oauth2-codes.ts'
import { saveGrant } from '../../src/oauth2/store/oauth2-grants.ts'
import { addAccessToken } from '../../src/oauth2/store/oauth2-tokens.ts'
import { registerApp } from '../../src/projects/commands/register-app.ts'
import { createSecret, hashSecret } from '../../src/sign-in/authentication/secret.ts'
import { formatSplitSecret } from '../../src/sign-in/model/split-secret.ts'
import type { World } from '../../src/world/model/world.ts'
import { grantPermit } from './grant-permit.ts'

const redirectUri = 'https://client.example/callback'

/** Registers a site-wide app. */
export async function createApp(world: World, name = 'Importer'): Promise<OAuth2AppId> {
  const options = { name, redirectUri, isPkceForced: true, isConfidential: true }
  return (await registerApp(world, { kind: 'system', reason: 'test' }, null, options)).id
}

/** Creates a token like the token endpoint, without the authorization request. */
export async function createBearerToken(
  world: World,
  grant: { readonly user: UserId; readonly app: OAuth2AppId; readonly scopes: readonly string[] },
  lifetime = 3600,
): Promise<string> {
  const verifier = createSecret(32)
  const at = world.clock.now()
  const { user: userId, app: appId, scopes } = grant
  const times = { createdOn: at, expiresOn: at + lifetime }
  const id = await world.db.write(async (tx) => {
    const permit = grantPermit('authorize apps', userId)
    await saveGrant(tx, permit, { userId, appId, scopes }, at)
    const hash = hashSecret(createSecret(32))
    const authorization = { hash, redirectUri, codeChallenge: null, nonce: null, authTime: at }
    const code = await addCode(tx, permit, { appId, userId, scopes, ...authorization, ...times })
    return addAccessToken(
      tx,
      credentialPermit,
      { id: code, appId, userId },
      { hash: hashSecret(verifier), scopes, ...times },
    )
  })
  return formatSplitSecret('tlp-oauth2-at1-', { id, verifier })
}
