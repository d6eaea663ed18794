import type { Tx } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { tokenSeconds } from '../model/token.ts'
import { findToken, lockToken } from '../store/tokens.ts'
import type { AuthenticationMethod } from './authentication-method.ts'
import { hashSecret } from './secret.ts'

/**
 * Authenticates by the headers `X-Auth-Token` and `X-Auth-UserId` (docs/api/authentication.md §1.5; a token lasts 24
 * hours); with only one of them the next method is tried (docs/api/authentication.md §1.1).
 */
export const authenticateByToken: AuthenticationMethod = async (deps, input) => {
  const { 'x-auth-token': text, 'x-auth-userid': userId } = input.headers
  if (text === undefined || userId === undefined) return undefined
  const token = await findToken(deps.db.read, hashSecret(text))
  const isOwn = token !== undefined && /^\d{1,15}$/.test(userId) && token.userId === Number(userId)
  const expiresOn = isOwn ? token.createdOn + tokenSeconds : 0
  if (!isOwn || expiresOn <= deps.clock.now()) throw new Refusal('unauthenticated', 'Invalid Token')
  const isValid = (tx: Tx): Promise<boolean> => lockToken(tx, token.hash)
  return { userId: token.userId, credential: { kind: 'token', id: null, expiresOn, isValid } }
}
