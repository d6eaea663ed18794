import type { SessionId, UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

export const signInMethods = ['password', 'passkey', 'directory'] as const
/** What somebody showed first. */
export type SignInMethod = (typeof signInMethods)[number]

export const requiredActions = ['enrol_second_factor', 'change_password'] as const
/** What somebody may have to do before his session opens anything else. */
export type RequiredAction = (typeof requiredActions)[number]

/** One browser in which somebody signed in. */
export interface Session {
  readonly id: SessionId
  readonly userId: UserId
  /** It waits for a second factor: nobody is signed in yet. */
  readonly isPending: boolean
  /** What was asked for when it began; what of it is still due, authentication/required-actions.ts determines. */
  readonly requiredActions: readonly RequiredAction[]
  readonly method: SignInMethod
  readonly isRemembered: boolean
  readonly signedInOn: EpochSeconds
  /** To within a few minutes. */
  readonly lastSeenOn: EpochSeconds
  /** From this second on it opens nothing. */
  readonly endsOn: EpochSeconds
  readonly ipAddress: string | null
  readonly userAgent: string | null
}

/** How long a sign-in waits for the second factor. */
const pendingSeconds = 300
const idleSeconds = 86_400
const rememberedIdleSeconds = 30 * 86_400
/** However often it is seen. */
export const maxSessionSeconds = 90 * 86_400

/** When a session ends that is seen at a moment and never again. */
export function sessionEnd(
  session: Pick<Session, 'isPending' | 'isRemembered' | 'signedInOn'>,
  seenOn: EpochSeconds,
): EpochSeconds {
  if (session.isPending) return session.signedInOn + pendingSeconds
  const idle = session.isRemembered ? rememberedIdleSeconds : idleSeconds
  return Math.min(seenOn + idle, session.signedInOn + maxSessionSeconds)
}
