import type { UserId } from '../../kit/ids.ts'
import { hasSecondFactor, isDemandedOf } from '../model/second-factor.ts'
import { accountOf } from '../store/accounts.ts'
import { secondFactorsOf } from '../store/second-factors.ts'
import { settingsOf } from '../store/settings.ts'
import type { Ground } from './way-in.ts'

/** Whether an account has to set up a second factor before its session opens anything else (decision 0028). */
export async function mustEnrol(ground: Pick<Ground, 'db' | 'cache'>, userId: UserId): Promise<boolean> {
  const { second_factor: demand } = await settingsOf(ground)
  if (demand === 'optional') return false
  const account = await accountOf(ground, userId)
  if (account === undefined || !isDemandedOf(demand, account.writing)) return false
  return !hasSecondFactor(await secondFactorsOf(ground, userId))
}
