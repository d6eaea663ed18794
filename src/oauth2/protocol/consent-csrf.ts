import { createHmac } from 'node:crypto'
import { isSameHash } from '../../sign-in/authentication/secret.ts'

/** The fields of a consent form, literally. */
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
 * Signs the fields of a form for a session: a form of another site, of another session or with changed fields has
 * another signature (docs/api/oauth2.md §3 lists Tuleap's reliance on its CSRF token as a defect).
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
