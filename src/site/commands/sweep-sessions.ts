import type { World } from '../../kit/world.ts'
import { removeEndedSessions } from '../store/sessions.ts'

/** Removes sessions that no longer open anything, and sign-ins that nobody finished. */
export const sweepSessions = ({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<void> =>
  db.write((tx) => removeEndedSessions(tx, clock.now()))
