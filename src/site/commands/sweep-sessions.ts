import type { World } from '../../kit/world.ts'
import { removeEndedSessions } from '../store/sessions.ts'

/** Removes ended sessions and unfinished sign-ins. */
export const sweepSessions = ({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<void> =>
  db.write((tx) => removeEndedSessions(tx, clock.now()))
