import type { RequiredAction, Session } from '../model/session.ts'
import type { AuthenticationDeps } from './authentication-method.ts'
import { mustEnroll } from './must-enroll.ts'

/** What somebody has to do before the session opens anything else: who did it, or is no longer asked to, has nothing left. */
export async function remainingActions(
  deps: Pick<AuthenticationDeps, 'db' | 'cache'>,
  { userId, requiredActions }: Pick<Session, 'userId' | 'requiredActions'>,
): Promise<readonly RequiredAction[]> {
  if (!requiredActions.includes('enrol_second_factor') || (await mustEnroll(deps, userId))) return requiredActions
  return requiredActions.filter((duty) => duty !== 'enrol_second_factor')
}
