import type { Tx } from '../../kit/db/db.ts'
import { Refusal } from '../../kit/refusal.ts'
import { tokenSeconds } from '../model/token.ts'
import { findToken, lockToken } from '../store/tokens.ts'
import type { AuthenticationMethod } from './authentication-method.ts'
import { hashSecret } from './secret.ts'

/**
 * Headers `X-Auth-Token` and `X-Auth-UserId`, both or none (docs/api/authentication.md §1.5; a token lasts 24 hours):
 * with one alone another way in is still asked (docs/api/authentication.md §1.1).
 */
export const authenticateByToken: AuthenticationMethod = async (deps, input) => {
  const { 'x-auth-token': text, 'x-auth-userid': userId } = input.headers
  if (text === undefined || userId === undefined) return undefined
  const found = await findToken(deps.db.read, hashSecret(text))
  const isHis = found !== undefined && /^\d{1,15}$/.test(userId) && found.userId === Number(userId)
  if (!isHis || deps.clock.now() - found.createdOn >= tokenSeconds)
    throw new Refusal('unauthenticated', 'Invalid Token')
  const isValid = (tx: Tx): Promise<boolean> => lockToken(tx, found.hash)
  return { userId: found.userId, credential: { kind: 'token', id: null, isValid } }
}
