import { createHmac } from 'node:crypto'
import { getUser, recordSignIn } from '../../accounts/store/users.ts'
import type { Tx } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { credentialPermit } from '../../kit/messages/system-permits.ts'
import type { SessionId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { computeSessionEnd, type RequiredAction, type Session, type SignInMethod } from '../model/session.ts'
import { addSession, findSession, removeSession } from '../store/sessions.ts'
import { assertUsableAccount } from './assert-usable-account.ts'
import type { AuthenticationDeps, CredentialInput } from './authentication-method.ts'
import { listRemainingActions } from './required-actions.ts'
import { createSecret, hashSecret } from './secret.ts'
import { createSessionCookie, readSessionSecret } from './session-cookie.ts'

/** An authenticated user and their browser. */
export interface SignInInput {
  readonly userId: UserId
  readonly method: SignInMethod
  readonly isRemembered: boolean
  readonly address: string
  readonly userAgent: string | null
  readonly now: EpochSeconds
  /** Actions that are required first. */
  readonly requiredActions?: readonly RequiredAction[]
  /** Headers of the request: the previous session of this browser ends, whichever user it belongs to. */
  readonly headers?: CredentialInput['headers']
}

export interface StartedSession {
  readonly id: SessionId
  /** Known only to the browser; never logged, never stored. */
  readonly secret: string
  /** The value of `Set-Cookie`; the origin determines whether it is sent over plain http. */
  cookie(origin: string): string
}

/** Starts a session and adds a sign-in to the audit log. */
export async function startSession(tx: Tx, signIn: SignInInput): Promise<StartedSession> {
  const { userId, method, address, now } = signIn
  const user = await getUser(tx, userId)
  // The account may have been suspended since it was authenticated.
  assertUsableAccount(user)
  await recordSignIn(tx, credentialPermit, userId, now)
  const entry = { at: now, by: { kind: 'claimed', id: userId }, address, action: 'signed in' } as const
  await tx.audit({ ...entry, subject: user.login, detail: { method } })
  return createSession(tx, signIn, false)
}

/** Starts a session that waits five minutes for the second factor and can be used for nothing else. */
export const createPendingSession = (tx: Tx, signIn: SignInInput): Promise<StartedSession> =>
  createSession(tx, signIn, true)

async function createSession(tx: Tx, signIn: SignInInput, isPending: boolean): Promise<StartedSession> {
  const { headers, now, isRemembered, requiredActions = [], address, ...rest } = signIn
  if (headers !== undefined) await endBrowserSession(tx, headers)
  const secret = createSecret(32).toString('base64url')
  const started = {
    ...rest,
    ipAddress: address,
    userAgent: rest.userAgent?.slice(0, 500) ?? null,
    isPending,
    isRemembered,
    requiredActions,
  }
  const session = { ...started, signedInOn: now, lastSeenOn: now }
  const id = await addSession(
    tx,
    credentialPermit,
    { ...session, endsOn: computeSessionEnd(session, now) },
    hashSecret(secret),
  )
  return { id, secret, cookie: (origin) => createSessionCookie(secret, isRemembered, origin) }
}

/** Ends the session of a browser, pending or not, and returns it. */
export async function endBrowserSession(tx: Tx, headers: CredentialInput['headers']): Promise<Session | undefined> {
  const secret = readSessionSecret(headers)
  const session = secret === undefined ? undefined : await findSession(tx, hashSecret(secret))
  const isLeft = session !== undefined && (await removeSession(tx, credentialPermit, session))
  return isLeft ? session : undefined
}

/** Replaces a pending session by an active one with a new secret, after the second factor was verified. */
export async function completePendingSession(tx: Tx, pending: Session, now: EpochSeconds): Promise<StartedSession> {
  const isFirst = pending.isPending && (await removeSession(tx, credentialPermit, pending))
  // The session has expired, or a concurrent request completed it.
  if (!isFirst || now >= pending.endsOn) throw new Refusal('unauthenticated', 'Sign in again.')
  return startSession(tx, { ...pending, address: pending.ipAddress ?? '', now })
}

/** The session of a request, with the token that protects our forms against forgery. */
export interface CurrentSession extends Session {
  readonly csrfToken: string
}

/**
 * Returns the session of a signed-in user without required actions. It does not check the origin of the request: routes
 * that change something check it (same-origin.ts) or require the token.
 */
export async function findActiveSession(
  deps: AuthenticationDeps,
  headers: CredentialInput['headers'],
): Promise<CurrentSession | undefined> {
  const session = await findAnySession(deps, headers)
  if (session === undefined || session.isPending) return undefined
  return (await listRemainingActions(deps, session)).length > 0 ? undefined : session
}

/** Returns the session of a user who still has to show a second factor. */
export async function findPendingSession(
  deps: AuthenticationDeps,
  headers: CredentialInput['headers'],
): Promise<CurrentSession | undefined> {
  const session = await findAnySession(deps, headers)
  return session?.isPending ? session : undefined
}

/** Returns any session that has not ended. */
export async function findAnySession(
  deps: Pick<AuthenticationDeps, 'db' | 'clock'>,
  headers: CredentialInput['headers'],
): Promise<CurrentSession | undefined> {
  const secret = readSessionSecret(headers)
  return secret === undefined ? undefined : findSessionBySecret(deps, secret)
}

/** Returns the session of a cookie's secret. */
export async function findSessionBySecret(
  deps: Pick<AuthenticationDeps, 'db' | 'clock'>,
  secret: string,
): Promise<CurrentSession | undefined> {
  const session = await findSession(deps.db.read, hashSecret(secret))
  if (session === undefined || deps.clock.now() >= session.endsOn) return undefined
  return { ...session, csrfToken: createHmac('sha256', secret).update('tulipwood form').digest('base64url') }
}
