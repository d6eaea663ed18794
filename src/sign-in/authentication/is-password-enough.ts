import type { AccountWithPassword } from '../../accounts/store/users.ts'
import { hasSecondFactor } from '../model/second-factor.ts'
import { loadSecondFactors } from '../store/second-factors.ts'
import type { AuthenticationDeps } from './authentication-method.ts'
import { mustEnroll } from './must-enroll.ts'

/**
 * Returns whether a verified password alone authenticates API requests, as with Basic and tokens: not for users who have
 * or need a second factor, because only the password would be checked (decision 0028; docs/api/authentication.md §1.2,
 * "password login disabled"), and not if the user has to choose another one first (decision 0027).
 */
export async function isPasswordEnough(
  deps: Pick<AuthenticationDeps, 'db' | 'cache'>,
  { user: { id }, mustChangePassword }: AccountWithPassword,
): Promise<boolean> {
  if (mustChangePassword) return false
  if (hasSecondFactor(await loadSecondFactors(deps, id))) return false
  return !(await mustEnroll(deps, id))
}
