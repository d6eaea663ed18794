import type { Tx } from '../../database/db/db.ts'
import { challengeInvalidToken } from '../../http/responses/errors.ts'
import { createInsufficientScopeRefusal } from '../../http/responses/insufficient-scope.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type {
  AuthenticationDeps,
  AuthenticationMethod,
  CredentialInput,
  RecognizedUser,
} from '../../sign-in/authentication/authentication-method.ts'
import { checkAccessToken, readBearer } from '../protocol/access-token.ts'
import { recordAppUse } from '../protocol/record-use.ts'
import { findAccessToken } from '../store/oauth2-tokens.ts'

/**
 * Authenticates by the header `Authorization: Bearer` (docs/api/authentication.md §1.1, §1.4; the scheme in any case).
 * With a text outside the alphabet of RFC 6750 §2.1 the next method is tried (docs/api/authentication.md §1.1). A route
 * without scope accepts no token.
 */
export const authenticateByBearer: AuthenticationMethod = (deps, input) => {
  const text = readBearer(input.headers['authorization'])
  return text === undefined ? undefined : recognizeToken(deps, input, text)
}

async function recognizeToken(
  deps: AuthenticationDeps,
  { scope }: CredentialInput,
  text: string,
): Promise<RecognizedUser> {
  const checked = await checkAccessToken(deps, text)
  if (checked.kind === 'malformed') throw new Refusal('unauthenticated', 'Key or token incorrectly formatted')
  if (checked.kind !== 'valid') {
    const headers = { 'WWW-Authenticate': challengeInvalidToken }
    throw new Refusal('unauthenticated', 'Invalid OAuth2 access token', { headers })
  }
  const { id, userId, scopes } = checked.token
  const isValid = async (tx: Tx): Promise<boolean> => (await findAccessToken(tx, id)) !== undefined
  const recognized: RecognizedUser = { userId, credential: { kind: 'bearer', id: null, scopes, isValid } }
  if (scope === undefined || !scopes.includes(scope))
    return { ...recognized, insufficientScope: createInsufficientScopeRefusal(scope) }
  recordAppUse(deps, checked.token)
  return recognized
}
