import { Refusal } from '../../kit/messages/refusal.ts'
import type { AuthenticationDeps, CredentialInput } from './authentication-method.ts'
import { type CurrentSession, findAnySession, findPendingSession } from './session.ts'

/** Returns the session of a signed-in user, also with a required action. */
export async function requireSession(
  deps: AuthenticationDeps,
  headers: CredentialInput['headers'],
): Promise<CurrentSession> {
  const session = await findAnySession(deps, headers)
  if (session === undefined || session.isPending) throw new Refusal('unauthenticated', 'Sign in again.')
  return session
}

/** Returns the session of a user who still has to show a second factor. */
export async function requirePendingSession(
  deps: AuthenticationDeps,
  headers: CredentialInput['headers'],
): Promise<CurrentSession> {
  const pending = await findPendingSession(deps, headers)
  if (pending === undefined) throw new Refusal('unauthenticated', 'Sign in with login and password first.')
  return pending
}
