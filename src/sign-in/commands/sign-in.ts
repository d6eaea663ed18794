import { type AccountWithPassword, lockAccounts } from '../../accounts/store/users.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { assertUsableAccount } from '../authentication/assert-usable-account.ts'
import { mustEnroll } from '../authentication/must-enroll.ts'
import { createPendingSession, type SignInInput, type StartedSession, startSession } from '../authentication/session.ts'
import type { Factor } from '../model/second-factor.ts'
import type { RequiredAction } from '../model/session.ts'
import { loadFactors } from '../store/second-factors.ts'

export interface SignInResult {
  readonly session: StartedSession
  /** The second factors that are required; none: the user is signed in. */
  readonly factors: readonly Factor[]
}

/**
 * Starts the session of a user who showed a first factor, or a pending one when the account has a second factor.
 * `check` gets the account as the transaction locked it: it may have changed since the first factor was verified.
 */
export async function signIn(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  user: Omit<SignInInput, 'now' | 'requiredActions'>,
  check: (account: AccountWithPassword) => void = () => undefined,
): Promise<SignInResult> {
  const now = world.clock.now()
  const isEnrolmentDue = await mustEnroll(withReads(world), user.userId)
  return world.db.write(async (tx) => {
    const account = (await lockAccounts(tx, [user.userId])).get(user.userId)
    if (account === undefined) throw new Refusal('unauthenticated')
    assertUsableAccount(account.user)
    check(account)
    const factors = await loadFactors(tx, user.userId)
    const requiredActions: RequiredAction[] = factors.length === 0 && isEnrolmentDue ? ['enrol_second_factor'] : []
    // Users who sign in by other methods may not know their password.
    if (user.method === 'password' && account.mustChangePassword) requiredActions.push('change_password')
    const entrance = { ...user, now, requiredActions }
    return { session: await (factors.length > 0 ? createPendingSession : startSession)(tx, entrance), factors }
  })
}
