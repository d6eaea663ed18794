import { Refusal } from '../../kit/refusal.ts'
import { readSplitSecret } from '../model/split-secret.ts'
import type { WayIn } from './way-in.ts'

/**
 * Header `Authorization: Bearer` (contract 10 §2.1, §2.4; 70: the scheme in any case). No token exists before the
 * OAuth2 server does, so a well formed one is unknown.
 */
export const bearer: WayIn = async (_ground, sent) => {
  const match = /^Bearer(?: +(.*))?$/i.exec(sent.headers['authorization'] ?? '')
  if (match === null) return undefined
  const text = match[1] ?? ''
  // RFC 6750 §2.1; what is outside its alphabet is taken for absent (contract 10 §2.1).
  if (!/^[A-Za-z0-9\-._~+/]*=*$/.test(text)) return undefined
  if (readSplitSecret('tlp-oauth2-at1-', text) === undefined) {
    throw new Refusal('unauthenticated', 'Key or token incorrectly formatted')
  }
  throw new Refusal('unauthenticated', 'Invalid OAuth2 access token')
}
