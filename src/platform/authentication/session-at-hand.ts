import { Refusal } from '../../kit/refusal.ts'
import { anySessionOf, type CurrentSession, pendingOf } from './session.ts'
import type { Ground, Sent } from './way-in.ts'

/** The session of somebody who is signed in, also while he has to do something first. */
export async function sessionAtHand(ground: Ground, headers: Sent['headers']): Promise<CurrentSession> {
  const session = await anySessionOf(ground, headers)
  if (session === undefined || session.isPending) throw new Refusal('unauthenticated', 'Sign in again.')
  return session
}

/** The session of somebody whose second factor is awaited. */
export async function pendingAtHand(ground: Ground, headers: Sent['headers']): Promise<CurrentSession> {
  const pending = await pendingOf(ground, headers)
  if (pending === undefined) throw new Refusal('unauthenticated', 'Give your login name and password first.')
  return pending
}
