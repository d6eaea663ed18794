import type { UserId } from '../../kit/ids.ts'
import { hasSecondFactor } from '../model/second-factor.ts'
import { loadSecondFactors } from '../store/second-factors.ts'
import type { AuthenticationDeps } from './authentication-method.ts'
import { mustEnroll } from './must-enroll.ts'

/**
 * Whether a password opens the API by itself, as Basic and tokens have it: not for who set up a second factor, or has
 * to, for there nothing but the password would be asked for (decision 0028; docs/api/authentication.md §1.2, "password
 * login disabled").
 */
export async function isPasswordEnough(
  deps: Pick<AuthenticationDeps, 'db' | 'cache'>,
  userId: UserId,
): Promise<boolean> {
  if (hasSecondFactor(await loadSecondFactors(deps, userId))) return false
  return !(await mustEnroll(deps, userId))
}
