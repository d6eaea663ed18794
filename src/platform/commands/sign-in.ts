import type { Tx } from '../../kit/db/db.ts'
import type { World } from '../../kit/world.ts'
import { mustEnrol } from '../authentication/must-enrol.ts'
import { type Entrance, pendSession, type StartedSession, startSession } from '../authentication/session.ts'
import type { Factor } from '../model/second-factor.ts'
import type { Duty } from '../model/session.ts'
import { factorsOf } from '../store/second-factors.ts'
import { mustChangePassword } from '../store/users.ts'

export interface SignedIn {
  readonly session: StartedSession
  /** What is asked for before the session opens anything; none: somebody is signed in. */
  readonly factors: readonly Factor[]
}

/**
 * Somebody showed one thing, a password or what a directory says: a session, or one that waits for the second factor.
 * `check` runs within the transaction: what was right when it was looked at may be wrong by now.
 */
export async function signIn(
  world: Pick<World, 'db' | 'memory' | 'clock'>,
  who: Omit<Entrance, 'now' | 'duties'>,
  check: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<SignedIn> {
  const now = world.clock.now()
  const isEnrolmentDue = await mustEnrol(world, who.userId)
  return world.db.write(async (tx) => {
    await check(tx)
    const factors = await factorsOf(tx, who.userId)
    const duties: Duty[] = factors.length === 0 && isEnrolmentDue ? ['enrol_second_factor'] : []
    // Who comes in another way may not even know the password.
    if (who.method === 'password' && (await mustChangePassword(tx, who.userId))) duties.push('change_password')
    const entrance = { ...who, now, duties }
    return { session: await (factors.length > 0 ? pendSession : startSession)(tx, entrance), factors }
  })
}
