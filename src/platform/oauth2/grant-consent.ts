import type { Caller } from '../../kit/caller.ts'
import type { World } from '../../kit/world.ts'
import { needsPkce, readClientId } from '../model/oauth2-app.ts'
import { readScopes } from '../model/oauth2-scopes.ts'
import { isRedirectUriOf } from '../model/redirect-uri.ts'
import { lookForApp } from '../store/oauth2-apps.ts'
import { answerTo } from './client-answer.ts'
import { type ConsentFields, isProofOfConsent } from './consent-proof.ts'
import { issueCode, type SignedIn } from './issue-code.ts'
import type { Parameters } from './parameters.ts'

/** Who says yes, from where, in which session. */
export interface Consenting extends SignedIn {
  readonly caller: Caller
  readonly address: string
  readonly csrfToken: string
}

/**
 * The person said yes (docs/api/oauth2.md §3): where the app is answered. undefined: the form is not one that we showed
 * to this session, or what it asks for is no longer possible; all of it is looked at again, whatever the proof says.
 */
export async function grantConsent(
  world: Pick<World, 'db' | 'clock' | 'jobs' | 'mail'>,
  sent: Parameters,
  { caller, address, csrfToken, ...session }: Consenting,
  issuer: string,
): Promise<string | undefined> {
  const fields = fieldsIn(sent)
  if (fields === undefined || !isProofOfConsent(csrfToken, fields, sent.get('consent_proof') ?? '')) return undefined
  const id = readClientId(fields.clientId)
  const app = id === undefined ? undefined : await lookForApp(world.db.read, id)
  const scopes = readScopes(fields.scopes)
  if (app === undefined || scopes === undefined || !isRedirectUriOf(app, fields.redirectUri)) return undefined
  if (fields.challenge === null && needsPkce(app)) return undefined
  const challenge = fields.challenge === null ? null : Buffer.from(fields.challenge, 'hex').toString('base64url')
  const { redirectUri, state, nonce } = fields
  const authorization = { appId: app.id, session, redirectUri, scopes, challenge, nonce }
  const code = await issueCode(world, authorization, { by: caller, address })
  return code && answerTo({ redirectUri, state, issuer }, { code })
}

const once = ['app_identifier', 'redirect_uri', 'state', 'pkce_code_challenge', 'oidc_nonce', 'consent_proof']

function fieldsIn(sent: Parameters): ConsentFields | undefined {
  const clientId = sent.get('app_identifier')
  const redirectUri = sent.get('redirect_uri')
  const challenge = sent.get('pkce_code_challenge') ?? null
  if (clientId === undefined || redirectUri === undefined || sent.repeats(once)) return undefined
  if (challenge !== null && !/^[0-9a-f]{64}$/.test(challenge)) return undefined
  return {
    clientId,
    redirectUri,
    state: sent.get('state'),
    scopes: sent.all('scope[]'),
    challenge,
    nonce: sent.get('oidc_nonce') ?? null,
  }
}
