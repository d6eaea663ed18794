import type { RequiredAction, Session } from '../model/session.ts'
import type { AuthenticationDeps } from './authentication-method.ts'
import { mustEnroll } from './must-enroll.ts'

/**
 * Returns what a user has to do before the session can be used for anything else; completed and no longer required
 * actions are omitted.
 */
export async function listRemainingActions(
  deps: Pick<AuthenticationDeps, 'db' | 'cache'>,
  { userId, requiredActions }: Pick<Session, 'userId' | 'requiredActions'>,
): Promise<readonly RequiredAction[]> {
  if (!requiredActions.includes('enrol_second_factor') || (await mustEnroll(deps, userId))) return requiredActions
  return requiredActions.filter((duty) => duty !== 'enrol_second_factor')
}
