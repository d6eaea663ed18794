import type { Caller } from '../../kit/values/caller.ts'
import { isRedirectUriOf } from '../../sign-in/model/redirect-uri.ts'
import type { World } from '../../world/model/world.ts'
import { needsPkce, parseClientId } from '../model/oauth2-app.ts'
import { parseScopes } from '../model/oauth2-scopes.ts'
import { findApp } from '../store/oauth2-apps.ts'
import { buildAuthorizationResponseUrl } from './authorization-response.ts'
import { type ConsentFields, verifyConsentSignature } from './consent-csrf.ts'
import { issueCode, type SignedInSession } from './issue-code.ts'
import type { Parameters } from './parameters.ts'

/** The consenting user, their IP address and session. */
export interface ConsentInput extends SignedInSession {
  readonly caller: Caller
  readonly address: string
  readonly csrfToken: string
}

/**
 * Saves the consent of a user and returns the redirect URL of the response (docs/api/oauth2.md §3). undefined: the form
 * was not rendered for this session, or the request is no longer valid; everything is checked again, whatever the
 * signature.
 */
export async function grantConsent(
  world: Pick<World, 'db' | 'clock' | 'mail'>,
  parameters: Parameters,
  { caller, address, csrfToken, ...session }: ConsentInput,
  issuer: string,
): Promise<string | undefined> {
  const fields = fieldsIn(parameters)
  if (fields === undefined || !verifyConsentSignature(csrfToken, fields, parameters.get('consent_proof') ?? ''))
    return undefined
  const id = parseClientId(fields.clientId)
  const app = id === undefined ? undefined : await findApp(world.db.read, id)
  const scopes = parseScopes(fields.scopes)
  if (app === undefined || scopes === undefined || !isRedirectUriOf(app, fields.redirectUri)) return undefined
  if (fields.challenge === null && needsPkce(app)) return undefined
  const challenge = fields.challenge === null ? null : Buffer.from(fields.challenge, 'hex').toString('base64url')
  const { redirectUri, state, nonce } = fields
  const authorization = { appId: app.id, session, redirectUri, scopes, challenge, nonce }
  const code = await issueCode(world, authorization, { by: caller, address })
  return code && buildAuthorizationResponseUrl({ redirectUri, state, issuer }, { code })
}

const once = ['app_identifier', 'redirect_uri', 'state', 'pkce_code_challenge', 'oidc_nonce', 'consent_proof']

function fieldsIn(parameters: Parameters): ConsentFields | undefined {
  const clientId = parameters.get('app_identifier')
  const redirectUri = parameters.get('redirect_uri')
  const challenge = parameters.get('pkce_code_challenge') ?? null
  if (clientId === undefined || redirectUri === undefined || parameters.repeats(once)) return undefined
  if (challenge !== null && !/^[0-9a-f]{64}$/.test(challenge)) return undefined
  return {
    clientId,
    redirectUri,
    state: parameters.get('state'),
    scopes: parameters.all('scope[]'),
    challenge,
    nonce: parameters.get('oidc_nonce') ?? null,
  }
}
