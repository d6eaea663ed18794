import { hash } from 'node:crypto'
import { isSameHash } from '../authentication/secret.ts'
import { needsPkce, type OAuth2App } from '../model/oauth2-app.ts'
import type { Parameters } from './parameters.ts'

/** What the app will have to prove; `challenge` null: nothing. */
export type PkceRequest = { readonly challenge: string | null } | 'invalid'

/** RFC 7636 §4.3, S256 alone (docs/api/oauth2.md §3, step 7). */
export function parsePkceRequest(app: OAuth2App, parameters: Parameters): PkceRequest {
  const challenge = parameters.get('code_challenge')
  const method = parameters.get('code_challenge_method')
  if (challenge === undefined) return needsPkce(app) || method !== undefined ? 'invalid' : { challenge: null }
  return method === 'S256' && isChallenge(challenge) ? { challenge } : 'invalid'
}

/** SHA-256 in base64url without padding, written in the one way there is. */
function isChallenge(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === 32 && bytes.toString('base64url') === text
}

/**
 * RFC 7636 §4.6. A verifier where none is needed means that somebody took the challenge out of the request on its way
 * (RFC 9700 §4.8.2): refused as well.
 */
export function isVerifierOf(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined
  return /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier) && isSameHash(challenge, hash('sha256', verifier, 'base64url'))
}
