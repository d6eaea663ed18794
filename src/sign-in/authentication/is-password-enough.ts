import type { UserId } from '../../kit/values/ids.ts'
import { hasSecondFactor } from '../model/second-factor.ts'
import { loadSecondFactors } from '../store/second-factors.ts'
import type { AuthenticationDeps } from './authentication-method.ts'
import { mustEnroll } from './must-enroll.ts'

/**
 * Returns whether a password alone authenticates API requests, as with Basic and tokens: not for users who have or need
 * a second factor, because only the password would be checked (decision 0028; docs/api/authentication.md §1.2,
 * "password login disabled").
 */
export async function isPasswordEnough(
  deps: Pick<AuthenticationDeps, 'db' | 'cache'>,
  userId: UserId,
): Promise<boolean> {
  if (hasSecondFactor(await loadSecondFactors(deps, userId))) return false
  return !(await mustEnroll(deps, userId))
}
