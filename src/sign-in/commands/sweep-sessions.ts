import { sweepPermit } from '../../kit/messages/system-permits.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { removeEndedSessions } from '../store/sessions.ts'
import { removeOldSignInAttempts } from '../store/sign-in-attempts.ts'

/** Removes ended sessions, unfinished sign-ins, and failed ones that no longer count. */
export const sweepSessions = ({ db, clock }: Pick<CommandWorld, 'db' | 'clock'>): Promise<void> =>
  db.write(async (tx) => {
    await removeEndedSessions(tx, sweepPermit, clock.now())
    await removeOldSignInAttempts(tx, sweepPermit, clock.now())
  })
