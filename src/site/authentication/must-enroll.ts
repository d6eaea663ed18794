import type { UserId } from '../../kit/ids.ts'
import { hasSecondFactor, isSecondFactorRequired } from '../model/second-factor.ts'
import { accountOf } from '../store/accounts.ts'
import { secondFactorsOf } from '../store/second-factors.ts'
import { settingsOf } from '../store/settings.ts'
import type { AuthenticationDeps } from './authentication-method.ts'

/** Whether an account has to set up a second factor before its session opens anything else (decision 0028). */
export async function mustEnroll(deps: Pick<AuthenticationDeps, 'db' | 'cache'>, userId: UserId): Promise<boolean> {
  const { second_factor: demand } = await settingsOf(deps)
  if (demand === 'optional') return false
  const account = await accountOf(deps, userId)
  if (account === undefined || !isSecondFactorRequired(demand, account.writing)) return false
  return !hasSecondFactor(await secondFactorsOf(deps, userId))
}
