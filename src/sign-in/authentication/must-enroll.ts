import { findAccount } from '../../accounts/store/accounts.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import { hasSecondFactor, isSecondFactorRequired } from '../model/second-factor.ts'
import { loadSecondFactors } from '../store/second-factors.ts'
import type { AuthenticationDeps } from './authentication-method.ts'

/**
 * Returns whether a user has to set up a second factor before the session can be used for anything else (decision
 * 0028).
 */
export async function mustEnroll(deps: Pick<AuthenticationDeps, 'db' | 'cache'>, userId: UserId): Promise<boolean> {
  const { second_factor: demand } = await getSettings(deps)
  if (demand === 'optional') return false
  const account = await findAccount(deps, userId)
  if (account === undefined || !isSecondFactorRequired(demand, account.writing)) return false
  return !hasSecondFactor(await loadSecondFactors(deps, userId))
}
