import type { Caller } from '../../kit/caller.ts'
import type { UserId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { refuseEndedSession } from '../authentication/refuse-revoked.ts'
import type { Session } from '../model/session.ts'
import { record } from '../store/audit.ts'
import { replaceRecoveryCodes } from '../store/recovery-codes.ts'
import { countFactors } from '../store/second-factors.ts'
import { newRecoveryCodes } from './new-recovery-codes.ts'
import { type Post, tellOwner } from './tell-owner.ts'

/** New recovery codes; those given out before are worth nothing any more. */
export async function renewRecoveryCodes(
  world: Pick<World, 'db' | 'clock'> & Post,
  caller: Caller,
  permit: Permit<'change factors', UserId>,
  session: Session,
): Promise<readonly string[]> {
  const { codes, hashes } = newRecoveryCodes()
  await world.db.write(async (tx) => {
    const { user } = await refuseEndedSession(tx, session)
    const { totp, passkeys } = await countFactors(tx, permit.subject)
    if (totp + passkeys === 0) {
      throw new Refusal('conflict', 'Recovery codes stand in for a second factor: set one up first.')
    }
    await replaceRecoveryCodes(tx, permit, hashes)
    const at = world.clock.now()
    const entry = { at, by: caller, action: 'recovery codes renewed', subject: user.login }
    await record(tx, entry)
    await tellOwner(tx, world, user, at, { kind: 'recovery_codes_renewed' })
  })
  return codes
}
