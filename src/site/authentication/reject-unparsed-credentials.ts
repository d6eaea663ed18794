import { Refusal } from '../../kit/refusal.ts'
import type { CredentialInput } from './authentication-method.ts'

/**
 * To be asked when no way in was taken: whoever sent something to sign in with all the same is refused, so that nobody
 * takes the answer to a visitor for his own (docs/api/compatibility.md §1). Other schemes are not ours to judge: a
 * gateway in front of us may have asked for them. A user id without a token proves nothing and counts as nothing.
 */
export function rejectUnparsedCredentials({ headers }: CredentialInput): void {
  if (headers['x-auth-token'] !== undefined) throw new Refusal('unauthenticated', 'Invalid Token')
  const scheme = headers['authorization']?.split(/\s/, 1)[0]?.toLowerCase() ?? ''
  if (scheme === 'basic') throw new Refusal('unauthenticated', 'Basic Authentication Required')
  // All that the challenge names (kit/http/errors.ts), and one of our keys in the place of a scheme.
  if (/^(bearer|accesskey|token|tlp-.*)$/.test(scheme))
    throw new Refusal('unauthenticated', 'Key or token incorrectly formatted')
}
