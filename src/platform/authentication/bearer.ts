import type { Tx } from '../../kit/db/db.ts'
import { challengeInvalidToken } from '../../kit/http/errors.ts'
import { insufficientScope } from '../../kit/http/insufficient-scope.ts'
import { Refusal } from '../../kit/refusal.ts'
import { checkAccessToken, readBearer } from '../oauth2/access-token.ts'
import { noteUse } from '../oauth2/note-use.ts'
import { lookForAccessToken } from '../store/oauth2-tokens.ts'
import type { Ground, Recognized, Sent, WayIn } from './way-in.ts'

/**
 * Header `Authorization: Bearer` (docs/api/authentication.md §1.1, §1.4; the scheme in any case); with a text outside
 * the alphabet of RFC 6750 §2.1 another way in is still asked (docs/api/authentication.md §1.1). A route that declares
 * no scope is closed to every token.
 */
export const bearer: WayIn = (ground, sent) => {
  const text = readBearer(sent.headers['authorization'])
  return text === undefined ? undefined : recognize(ground, sent, text)
}

async function recognize(ground: Ground, { scope }: Sent, text: string): Promise<Recognized> {
  const checked = await checkAccessToken(ground, text)
  if (checked.kind === 'malformed') throw new Refusal('unauthenticated', 'Key or token incorrectly formatted')
  if (checked.kind !== 'valid') {
    const headers = { 'WWW-Authenticate': challengeInvalidToken }
    throw new Refusal('unauthenticated', 'Invalid OAuth2 access token', { headers })
  }
  const { id, userId, scopes } = checked.token
  const isValid = async (tx: Tx): Promise<boolean> => (await lookForAccessToken(tx, id)) !== undefined
  const recognized: Recognized = { userId, credential: { kind: 'bearer', id: null, scopes, isValid } }
  if (scope === undefined || !scopes.includes(scope))
    return { ...recognized, insufficientScope: insufficientScope(scope) }
  noteUse(ground, checked.token)
  return recognized
}
