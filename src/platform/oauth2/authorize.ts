import type { World } from '../../kit/world.ts'
import { readScopes, scopesIn } from '../model/oauth2-scopes.ts'
import { lookForGrant } from '../store/oauth2-grants.ts'
import { type AuthorizationError, answerTo, type ClientAddress } from './client-answer.ts'
import { isConsentNeeded } from './consent-needed.ts'
import type { ConsentAsked } from './consent-page.ts'
import { identifyClient } from './identify-client.ts'
import { issueCode, type SignedIn } from './issue-code.ts'
import type { Parameters } from './parameters.ts'
import { proofAsked } from './proof-key.ts'
import { problemOfForm, promptsOf } from './request-form.ts'
import { signInNeeded } from './sign-in-needed.ts'

export type Decision =
  /** Nobody we know, or nowhere we may answer: the person is told, and goes nowhere. */
  | { readonly kind: 'unidentified' }
  | { readonly kind: 'answer'; readonly location: string; readonly error?: AuthorizationError }
  | { readonly kind: 'sign in'; readonly query: string; readonly isAgain: boolean }
  | { readonly kind: 'consent'; readonly asked: ConsentAsked }

/** An authorization request, step by step in the order of docs/api/oauth2.md §3. */
export async function authorize(
  world: Pick<World, 'db' | 'clock' | 'jobs' | 'mail'>,
  sent: Parameters,
  signedIn: SignedIn | undefined,
  issuer: string,
): Promise<Decision> {
  const client = await identifyClient(world.db.read, sent)
  if (client === undefined) return { kind: 'unidentified' }
  const { app, redirectUri } = client
  const address: ClientAddress = { redirectUri, state: sent.get('state'), issuer }
  const refuse = (error: AuthorizationError): Decision => ({
    kind: 'answer',
    location: answerTo(address, { error }),
    error,
  })

  const problem = problemOfForm(sent)
  if (problem !== undefined) return refuse(problem)

  const signIn = signInNeeded(sent, signedIn?.signedInOn, world.clock.now())
  if (signIn.kind === 'refused') return refuse(signIn.error)
  if (signIn.kind === 'needed') return { kind: 'sign in', query: signIn.query, isAgain: signIn.isAgain }
  if (signedIn === undefined) throw new Error('Nobody needs to sign in, and nobody has')

  const scopes = readScopes(scopesIn(sent.get('scope') ?? ''))
  if (scopes === undefined) return refuse('invalid_scope')

  const proof = proofAsked(app, sent)
  if (proof === 'invalid') return refuse('invalid_request')

  const { userId } = signedIn
  const prompts = promptsOf(sent)
  const asked = { ...address, app, scopes, challenge: proof.challenge, nonce: sent.get('nonce') ?? null }
  const before = await lookForGrant(world.db.read, userId, app.id)
  if (!isConsentNeeded(app, { isPrompted: prompts.has('consent'), scopes }, before)) {
    const code = await issueCode(world, { ...asked, appId: app.id, session: signedIn }, null)
    if (code !== undefined) return { kind: 'answer', location: answerTo(address, { code }) }
  }
  return prompts.has('none') ? refuse('interaction_required') : { kind: 'consent', asked }
}
