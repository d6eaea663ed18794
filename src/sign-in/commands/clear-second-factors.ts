import { lockAccounts } from '../../accounts/store/users.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { mayClearFactors } from '../policy.ts'
import { removeSecondFactors } from '../store/second-factors.ts'
import { removeSessionsOf } from '../store/sessions.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

/**
 * Removes all second factors of a user who lost them and ends their sessions; the password alone signs them in again.
 */
export async function clearSecondFactors(
  world: Pick<CommandWorld, 'db' | 'clock'> & MailDeps,
  caller: Caller,
  id: UserId,
): Promise<void> {
  const permit = mayClearFactors(caller, id)
  await world.db.write(async (tx) => {
    const user = (await lockAccounts(tx, [id])).get(id)?.user
    if (user === undefined) throw new Refusal('absent', 'User Id not found')
    await removeSecondFactors(tx, permit)
    await removeSessionsOf(tx, permit)
    const at = world.clock.now()
    const entry = { at, by: caller, action: 'second factors removed', subject: user.login }
    await tx.audit(entry)
    await sendSecurityNotice(tx, world, user, at, { kind: 'second_factors_cleared' })
  })
}
