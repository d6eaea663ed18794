import { createHmac } from 'node:crypto'
import type { Tx } from '../../kit/db/db.ts'
import type { SessionId, UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import { type RequiredAction, type Session, type SignInMethod, sessionEnd } from '../model/session.ts'
import { auditSite } from '../store/audit-site.ts'
import { addSession, findSession, removeSession } from '../store/sessions.ts'
import { getUser, recordSignIn } from '../store/users.ts'
import { assertUsableAccount } from './assert-usable-account.ts'
import type { AuthenticationDeps, CredentialInput } from './authentication-method.ts'
import { remainingActions } from './required-actions.ts'
import { createSecret, hashSecret } from './secret.ts'
import { createSessionCookie, readSessionSecret } from './session-cookie.ts'

/** Somebody who showed who he is, and the browser he did it in. */
export interface SignInInput {
  readonly userId: UserId
  readonly method: SignInMethod
  readonly isRemembered: boolean
  readonly address: string
  readonly userAgent: string | null
  readonly now: EpochSeconds
  /** What he must do first. */
  readonly requiredActions?: readonly RequiredAction[]
  /** Of the request: the session this browser was in, whosever it was, ends. */
  readonly headers?: CredentialInput['headers']
}

export interface StartedSession {
  readonly id: SessionId
  /** Known to the browser alone; never logged, never stored. */
  readonly secret: string
  /** The value of `Set-Cookie`; it depends on the origin whether it may go over plain http. */
  cookie(origin: string): string
}

/** Signs somebody in: a new session, and a line in the audit. */
export async function startSession(tx: Tx, signIn: SignInInput): Promise<StartedSession> {
  const { userId, method, address, now } = signIn
  const user = await getUser(tx, userId)
  // Suspended since he was asked who he is.
  assertUsableAccount(user)
  await recordSignIn(tx, userId, now)
  const entry = { at: now, by: { kind: 'claimed', id: userId }, address, action: 'signed in' } as const
  await auditSite(tx, { ...entry, subject: user.login, detail: { method } })
  return createSession(tx, signIn, false)
}

/** Somebody's first step of two: for five minutes it opens nothing but the second. */
export const createPendingSession = (tx: Tx, signIn: SignInInput): Promise<StartedSession> =>
  createSession(tx, signIn, true)

async function createSession(tx: Tx, signIn: SignInInput, isPending: boolean): Promise<StartedSession> {
  const { headers, now, isRemembered, requiredActions = [], address, ...who } = signIn
  if (headers !== undefined) await endBrowserSession(tx, headers)
  const secret = createSecret(32).toString('base64url')
  const started = {
    ...who,
    ipAddress: address,
    userAgent: who.userAgent?.slice(0, 500) ?? null,
    isPending,
    isRemembered,
    requiredActions,
  }
  const session = { ...started, signedInOn: now, lastSeenOn: now }
  const id = await addSession(tx, { ...session, endsOn: sessionEnd(session, now) }, hashSecret(secret))
  return { id, secret, cookie: (origin) => createSessionCookie(secret, isRemembered, origin) }
}

/** The session a browser is in, pending or not, is over; whose it was. */
export async function endBrowserSession(tx: Tx, headers: CredentialInput['headers']): Promise<Session | undefined> {
  const secret = readSessionSecret(headers)
  const session = secret === undefined ? undefined : await findSession(tx, hashSecret(secret))
  const isLeft = session !== undefined && (await removeSession(tx, session.userId, session.id))
  return isLeft ? session : undefined
}

/** The second factor was right: somebody is signed in under a new secret, and the pending session is gone. */
export async function completePendingSession(tx: Tx, pending: Session, now: EpochSeconds): Promise<StartedSession> {
  const isFirst = pending.isPending && (await removeSession(tx, pending.userId, pending.id))
  // Its end, or the same step sent twice at once.
  if (!isFirst || now >= pending.endsOn) throw new Refusal('unauthenticated', 'Sign in again.')
  return startSession(tx, { ...pending, address: pending.ipAddress ?? '', now })
}

/** A session that a request is in, with what our forms carry so that no other site can send them. */
export interface CurrentSession extends Session {
  readonly csrfToken: string
}

/**
 * The session of somebody who is signed in and owes nothing. It says nothing of where the request comes from: whoever
 * changes something looks at that (same-origin.ts) or asks for the token.
 */
export async function findActiveSession(
  deps: AuthenticationDeps,
  headers: CredentialInput['headers'],
): Promise<CurrentSession | undefined> {
  const session = await findAnySession(deps, headers)
  if (session === undefined || session.isPending) return undefined
  return (await remainingActions(deps, session)).length > 0 ? undefined : session
}

/** The session of somebody whose second factor is awaited. */
export async function findPendingSession(
  deps: AuthenticationDeps,
  headers: CredentialInput['headers'],
): Promise<CurrentSession | undefined> {
  const session = await findAnySession(deps, headers)
  return session?.isPending ? session : undefined
}

/** Whatever session has not ended. */
export async function findAnySession(
  deps: AuthenticationDeps,
  headers: CredentialInput['headers'],
): Promise<CurrentSession | undefined> {
  const secret = readSessionSecret(headers)
  return secret === undefined ? undefined : findSessionBySecret(deps, secret)
}

/** The same by what the browser keeps. */
export async function findSessionBySecret(
  deps: Pick<AuthenticationDeps, 'db' | 'clock'>,
  secret: string,
): Promise<CurrentSession | undefined> {
  const session = await findSession(deps.db.read, hashSecret(secret))
  if (session === undefined || deps.clock.now() >= session.endsOn) return undefined
  return { ...session, csrfToken: createHmac('sha256', secret).update('tulipwood form').digest('base64url') }
}
