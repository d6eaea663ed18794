import { createHmac } from 'node:crypto'
import { isSameHash } from '../authentication/secret.ts'

/** What the form of a consent page holds, word for word. */
export interface ConsentFields {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string | undefined
  readonly scopes: readonly string[]
  /** Hexadecimal; null: none. */
  readonly challenge: string | null
  readonly nonce: string | null
}

/**
 * Says that this session was shown a page with exactly these words: a form of another site, of another session or with
 * another word in it has another proof (docs/api/oauth2.md §3 names Tuleap's trust in its CSRF token as a defect).
 */
export function signConsent(
  csrfToken: string,
  { clientId, redirectUri, state, scopes, challenge, nonce }: ConsentFields,
): string {
  const words = [clientId, redirectUri, state ?? null, scopes, challenge, nonce]
  return createHmac('sha256', csrfToken).update('oauth2 consent').update(JSON.stringify(words)).digest('hex')
}

export const verifyConsentSignature = (csrfToken: string, fields: ConsentFields, proof: string): boolean =>
  isSameHash(signConsent(csrfToken, fields), proof)
