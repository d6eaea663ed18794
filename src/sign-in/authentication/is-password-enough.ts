import type { AccountWithPassword } from '../../accounts/store/users.ts'
import { hasSecondFactor } from '../model/second-factor.ts'
import { loadSecondFactors } from '../store/second-factors.ts'
import { auditOnceAnHour } from './audit-once-an-hour.ts'
import type { AuthenticationDeps } from './authentication-method.ts'
import { mustEnroll } from './must-enroll.ts'

type Deps = Pick<AuthenticationDeps, 'db' | 'cache' | 'clock'>

/**
 * Returns whether a verified password alone authenticates API requests, as with Basic and tokens: not for users who have
 * or need a second factor, because only the password would be checked (decision 0028; docs/api/authentication.md §1.2,
 * "password login disabled"), and not if the user has to choose another one first (decision 0027). The audit log
 * contains the rejection, because the sender knows the password.
 */
export async function isPasswordEnough(deps: Deps, account: AccountWithPassword, address: string): Promise<boolean> {
  const missing = await findMissingStep(deps, account)
  if (missing === undefined) return true
  const { id, login } = account.user
  const by = { kind: 'claimed', id } as const
  const entry = { by, address, action: 'sign-in failed', subject: login, detail: { missing } }
  await auditOnceAnHour(deps, `password of ${id} from ${address}`, entry)
  return false
}

/** Returns what the user has to do besides entering the password; undefined: nothing. */
async function findMissingStep(
  deps: Deps,
  { user: { id }, mustChangePassword }: AccountWithPassword,
): Promise<'password_change' | 'second_factor' | undefined> {
  if (mustChangePassword) return 'password_change'
  if (hasSecondFactor(await loadSecondFactors(deps, id))) return 'second_factor'
  return (await mustEnroll(deps, id)) ? 'second_factor' : undefined
}
