import { hash } from 'node:crypto'
import { isSameHash } from '../../sign-in/authentication/secret.ts'
import { needsPkce, type OAuth2App } from '../model/oauth2-app.ts'
import type { Parameters } from './parameters.ts'

/** The proof that the app will need; `challenge` null: none. */
export type PkceRequest = { readonly challenge: string | null } | 'invalid'

/** Parses the challenge of RFC 7636 §4.3, only S256 (docs/api/oauth2.md §3, step 7). */
export function parsePkceRequest(app: OAuth2App, parameters: Parameters): PkceRequest {
  const challenge = parameters.get('code_challenge')
  const method = parameters.get('code_challenge_method')
  if (challenge === undefined) return needsPkce(app) || method !== undefined ? 'invalid' : { challenge: null }
  return method === 'S256' && isChallenge(challenge) ? { challenge } : 'invalid'
}

/** SHA-256 in base64url without padding, in its canonical form. */
function isChallenge(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === 32 && bytes.toString('base64url') === text
}

/**
 * Checks a verifier (RFC 7636 §4.6). A verifier without a challenge means that an attacker removed the challenge from
 * the request (RFC 9700 §4.8.2), so it is rejected as well.
 */
export function isVerifierOf(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined
  return /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier) && isSameHash(challenge, hash('sha256', verifier, 'base64url'))
}
