import { createHmac } from 'node:crypto'
import type { Tx } from '../../kit/db/db.ts'
import type { SessionId, UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import { type Duty, endOf, type Session, type SignInMethod } from '../model/session.ts'
import { record } from '../store/audit.ts'
import { addSession, lookForSession, removeSession } from '../store/sessions.ts'
import { findUser, noteSignIn } from '../store/users.ts'
import { refuseUnusable } from './account-state.ts'
import { dutiesLeft } from './duties.ts'
import { newSecret, secretHash } from './secret.ts'
import { sessionCookie, sessionSecretIn } from './session-cookie.ts'
import type { Ground, Sent } from './way-in.ts'

/** Somebody who showed who he is, and the browser he did it in. */
export interface Entrance {
  readonly userId: UserId
  readonly method: SignInMethod
  readonly isRemembered: boolean
  readonly address: string
  readonly userAgent: string | null
  readonly now: EpochSeconds
  /** What he must do first. */
  readonly duties?: readonly Duty[]
  /** Of the request: the session this browser was in, whosever it was, ends. */
  readonly headers?: Sent['headers']
}

export interface StartedSession {
  readonly id: SessionId
  /** Known to the browser alone; never logged, never stored. */
  readonly secret: string
  /** The value of `Set-Cookie`; it depends on the origin whether it may go over plain http. */
  cookie(origin: string): string
}

/** Signs somebody in: a new session, and a line in the audit. */
export async function startSession(tx: Tx, entrance: Entrance): Promise<StartedSession> {
  const { userId, method, address, now } = entrance
  const user = await findUser(tx, userId)
  // Suspended since he was asked who he is.
  refuseUnusable(user)
  await noteSignIn(tx, userId, now)
  const entry = { at: now, by: { kind: 'claimed', id: userId }, address, action: 'signed in' } as const
  await record(tx, { ...entry, subject: user.login, detail: { method } })
  return add(tx, entrance, false)
}

/** Somebody's first step of two: for five minutes it opens nothing but the second. */
export const pendSession = (tx: Tx, entrance: Entrance): Promise<StartedSession> => add(tx, entrance, true)

async function add(tx: Tx, entrance: Entrance, isPending: boolean): Promise<StartedSession> {
  const { headers, now, isRemembered, duties = [], ...who } = entrance
  if (headers !== undefined) await leaveSession(tx, headers)
  const secret = newSecret(32).toString('base64url')
  const started = { ...who, userAgent: who.userAgent?.slice(0, 500) ?? null, isPending, isRemembered, duties }
  const session = { ...started, signedInOn: now, lastSeenOn: now }
  const id = await addSession(tx, { ...session, endsOn: endOf(session, now) }, secretHash(secret))
  return { id, secret, cookie: (origin) => sessionCookie(secret, isRemembered, origin) }
}

/** The session a browser is in, pending or not, is over; whose it was. */
export async function leaveSession(tx: Tx, headers: Sent['headers']): Promise<Session | undefined> {
  const secret = sessionSecretIn(headers)
  const session = secret === undefined ? undefined : await lookForSession(tx, secretHash(secret))
  const isLeft = session !== undefined && (await removeSession(tx, session.userId, session.id))
  return isLeft ? session : undefined
}

/** The second factor was right: somebody is signed in under a new secret, and the pending session is gone. */
export async function completePending(tx: Tx, pending: Session, now: EpochSeconds): Promise<StartedSession> {
  const isFirst = pending.isPending && (await removeSession(tx, pending.userId, pending.id))
  // Its end, or the same step sent twice at once.
  if (!isFirst || now >= pending.endsOn) throw new Refusal('unauthenticated', 'Sign in again.')
  return startSession(tx, { ...pending, address: pending.address ?? '', now })
}

/** A session that a request is in, with what our forms carry so that no other site can send them. */
export interface CurrentSession extends Session {
  readonly csrfToken: string
}

/**
 * The session of somebody who is signed in and owes nothing. It says nothing of where the request comes from: whoever
 * changes something looks at that (same-origin.ts) or asks for the token.
 */
export async function sessionOf(ground: Ground, headers: Sent['headers']): Promise<CurrentSession | undefined> {
  const session = await anySessionOf(ground, headers)
  if (session === undefined || session.isPending) return undefined
  return (await dutiesLeft(ground, session)).length > 0 ? undefined : session
}

/** The session of somebody whose second factor is awaited. */
export async function pendingOf(ground: Ground, headers: Sent['headers']): Promise<CurrentSession | undefined> {
  const session = await anySessionOf(ground, headers)
  return session?.isPending ? session : undefined
}

/** Whatever session has not ended. */
export async function anySessionOf(ground: Ground, headers: Sent['headers']): Promise<CurrentSession | undefined> {
  const secret = sessionSecretIn(headers)
  return secret === undefined ? undefined : sessionWith(ground, secret)
}

/** The same by what the browser keeps. */
export async function sessionWith(
  ground: Pick<Ground, 'db' | 'clock'>,
  secret: string,
): Promise<CurrentSession | undefined> {
  const session = await lookForSession(ground.db.read, secretHash(secret))
  if (session === undefined || ground.clock.now() >= session.endsOn) return undefined
  return { ...session, csrfToken: createHmac('sha256', secret).update('tulipwood form').digest('base64url') }
}
