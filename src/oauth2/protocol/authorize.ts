import type { World } from '../../world/model/world.ts'
import { parseScopes, splitScopes } from '../model/oauth2-scopes.ts'
import { findGrant } from '../store/oauth2-grants.ts'
import {
  type AuthorizationError,
  type AuthorizationTarget,
  buildAuthorizationResponseUrl,
} from './authorization-response.ts'
import type { ConsentRequest } from './consent-page.ts'
import { decideSignIn } from './decide-sign-in.ts'
import { identifyClient } from './identify-client.ts'
import { isConsentNeeded } from './is-consent-needed.ts'
import { issueCode, type SignedInSession } from './issue-code.ts'
import type { Parameters } from './parameters.ts'
import { parsePkceRequest } from './pkce.ts'
import { parsePrompts, validateForm } from './request-form.ts'

export type Decision =
  /** Unknown app or redirect URI: the user sees an error page, and no redirect happens. */
  | { readonly kind: 'unidentified' }
  | { readonly kind: 'answer'; readonly location: string; readonly error?: AuthorizationError }
  | { readonly kind: 'sign in'; readonly query: string; readonly isAgain: boolean }
  | { readonly kind: 'consent'; readonly request: ConsentRequest }

/** Processes an authorization request in the order of docs/api/oauth2.md §3. */
export async function authorizeApp(
  world: Pick<World, 'db' | 'clock' | 'mail'>,
  parameters: Parameters,
  signedIn: SignedInSession | undefined,
  issuer: string,
): Promise<Decision> {
  const client = await identifyClient(world.db.read, parameters)
  if (client === undefined) return { kind: 'unidentified' }
  const { app, redirectUri } = client
  const address: AuthorizationTarget = { redirectUri, state: parameters.get('state'), issuer }
  const refuse = (error: AuthorizationError): Decision => ({
    kind: 'answer',
    location: buildAuthorizationResponseUrl(address, { error }),
    error,
  })

  const problem = validateForm(parameters)
  if (problem !== undefined) return refuse(problem)

  const signIn = decideSignIn(parameters, signedIn?.signedInOn, world.clock.now())
  if (signIn.kind === 'refused') return refuse(signIn.error)
  if (signIn.kind === 'needed') return { kind: 'sign in', query: signIn.query, isAgain: signIn.isAgain }
  if (signedIn === undefined) throw new Error('Unreachable: sign-in not required but no session')

  const scopes = parseScopes(splitScopes(parameters.get('scope') ?? ''))
  if (scopes === undefined) return refuse('invalid_scope')

  const proof = parsePkceRequest(app, parameters)
  if (proof === 'invalid') return refuse('invalid_request')

  const { userId } = signedIn
  const prompts = parsePrompts(parameters)
  const request = { ...address, app, scopes, challenge: proof.challenge, nonce: parameters.get('nonce') ?? null }
  const before = await findGrant(world.db.read, userId, app.id)
  if (!isConsentNeeded(app, { isPrompted: prompts.has('consent'), scopes }, before)) {
    const code = await issueCode(world, { ...request, appId: app.id, session: signedIn }, null)
    if (code !== undefined) return { kind: 'answer', location: buildAuthorizationResponseUrl(address, { code }) }
  }
  return prompts.has('none') ? refuse('interaction_required') : { kind: 'consent', request }
}
