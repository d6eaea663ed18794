import type { SessionId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

export const signInMethods = ['password', 'passkey', 'oidc'] as const
/** The first factor of a sign-in. */
export type SignInMethod = (typeof signInMethods)[number]

export const requiredActions = ['enrol_second_factor', 'change_password'] as const
/** Actions that may be required before a session can be used for anything else. */
export type RequiredAction = (typeof requiredActions)[number]

/** A session of a user in one browser. */
export interface Session {
  readonly id: SessionId
  readonly userId: UserId
  /** Whether it waits for a second factor: no user is signed in yet. */
  readonly isPending: boolean
  /** Actions that were required when it began; authentication/required-actions.ts determines which are still due. */
  readonly requiredActions: readonly RequiredAction[]
  readonly method: SignInMethod
  readonly isRemembered: boolean
  readonly signedInOn: EpochSeconds
  /** Accurate to a few minutes. */
  readonly lastSeenOn: EpochSeconds
  /** From this second on the session is invalid. */
  readonly endsOn: EpochSeconds
  readonly ipAddress: string | null
  readonly userAgent: string | null
}

/** How long a sign-in waits for the second factor. */
const pendingSeconds = 300
const idleSeconds = 86_400
const rememberedIdleSeconds = 30 * 86_400
/** Maximum lifetime, however often it is used. */
export const maxSessionSeconds = 90 * 86_400

/** Returns when a session ends that is not used again after a given time. */
export function computeSessionEnd(
  session: Pick<Session, 'isPending' | 'isRemembered' | 'signedInOn'>,
  seenOn: EpochSeconds,
): EpochSeconds {
  if (session.isPending) return session.signedInOn + pendingSeconds
  const idle = session.isRemembered ? rememberedIdleSeconds : idleSeconds
  return Math.min(seenOn + idle, session.signedInOn + maxSessionSeconds)
}
