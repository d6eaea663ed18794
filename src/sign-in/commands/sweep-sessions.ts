import { sweepPermit } from '../../kit/messages/system-permits.ts'
import type { World } from '../../world/model/world.ts'
import { removeEndedSessions } from '../store/sessions.ts'
import { removeOldSignInAttempts } from '../store/sign-in-attempts.ts'

/** Removes ended sessions, unfinished sign-ins, and failed ones that no longer count. */
export const sweepSessions = ({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<void> =>
  db.write(async (tx) => {
    await removeEndedSessions(tx, sweepPermit, clock.now())
    await removeOldSignInAttempts(tx, sweepPermit, clock.now())
  })
