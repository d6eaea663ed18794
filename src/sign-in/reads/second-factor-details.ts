import { findAccount } from '../../accounts/store/accounts.ts'
import { getUser } from '../../accounts/store/users.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { Passkey } from '../model/passkey.ts'
import { isSecondFactorRequired } from '../model/second-factor.ts'
import type { Totp } from '../model/totp.ts'
import { loadPasskeys } from '../store/passkeys.ts'
import { countFactors } from '../store/second-factors.ts'
import { findTotp } from '../store/totp.ts'

/** Returns the second factors of a user, and whether one is required. */
export async function getSecondFactorDetails(
  world: Pick<World, 'db' | 'cache'>,
  { subject: id }: Permit<'see factors', UserId>,
): Promise<{
  readonly totp: Totp | undefined
  readonly passkeys: readonly Passkey[]
  readonly recoveryCodes: number
  readonly isEnforced: boolean
}> {
  await getUser(world.db.read, id)
  const [totp, passkeys, { codes }, { second_factor: demand }, account] = await Promise.all([
    findTotp(world.db.read, id),
    loadPasskeys(world.db.read, id),
    countFactors(world.db.read, id),
    getSettings(world),
    findAccount(world, id),
  ])
  const isEnforced = account !== undefined && isSecondFactorRequired(demand, account.writing)
  return { totp, passkeys, recoveryCodes: codes, isEnforced }
}
