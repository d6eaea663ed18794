import { Refusal } from '../../kit/refusal.ts'
import type { AuthenticationDeps, CredentialInput } from './authentication-method.ts'
import { type CurrentSession, findAnySession, findPendingSession } from './session.ts'

/** The session of somebody who is signed in, also while he has to do something first. */
export async function requireSession(
  deps: AuthenticationDeps,
  headers: CredentialInput['headers'],
): Promise<CurrentSession> {
  const session = await findAnySession(deps, headers)
  if (session === undefined || session.isPending) throw new Refusal('unauthenticated', 'Sign in again.')
  return session
}

/** The session of somebody whose second factor is awaited. */
export async function requirePendingSession(
  deps: AuthenticationDeps,
  headers: CredentialInput['headers'],
): Promise<CurrentSession> {
  const pending = await findPendingSession(deps, headers)
  if (pending === undefined) throw new Refusal('unauthenticated', 'Give your login name and password first.')
  return pending
}
