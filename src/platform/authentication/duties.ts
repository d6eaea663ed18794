import type { Duty, Session } from '../model/session.ts'
import { mustEnrol } from './must-enrol.ts'
import type { Ground } from './way-in.ts'

/** What somebody has to do before the session opens anything else: who did it, or is no longer asked to, has nothing left. */
export async function dutiesLeft(
  ground: Pick<Ground, 'db' | 'cache'>,
  { userId, duties }: Pick<Session, 'userId' | 'duties'>,
): Promise<readonly Duty[]> {
  if (!duties.includes('enrol_second_factor') || (await mustEnrol(ground, userId))) return duties
  return duties.filter((duty) => duty !== 'enrol_second_factor')
}
