import { Refusal } from '../../kit/messages/refusal.ts'
import type { CredentialInput } from './authentication-method.ts'

/**
 * Rejects requests with credentials that no authentication method accepted, so that a client does not take the
 * anonymous response for its own (docs/api/compatibility.md §1). Other schemes are ignored: a gateway in front of the
 * server may use them. A user id without a token is no credential.
 */
export function rejectUnparsedCredentials({ headers }: CredentialInput): void {
  if (headers['x-auth-token'] !== undefined) throw new Refusal('unauthenticated', 'Invalid Token')
  const scheme = headers['authorization']?.split(/\s/, 1)[0]?.toLowerCase() ?? ''
  if (scheme === 'basic') throw new Refusal('unauthenticated', 'Basic Authentication Required')
  // The schemes of the challenge (http/responses/errors.ts), and an access key in place of a scheme.
  if (/^(bearer|accesskey|token|tlp-.*)$/.test(scheme))
    throw new Refusal('unauthenticated', 'Key or token incorrectly formatted')
}
