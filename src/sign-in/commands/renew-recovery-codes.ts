import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { assertSessionActive } from '../authentication/assert-not-revoked.ts'
import type { Session } from '../model/session.ts'
import { replaceRecoveryCodes } from '../store/recovery-codes.ts'
import { countFactors } from '../store/second-factors.ts'
import { generateRecoveryCodes } from './generate-recovery-codes.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

/** Replaces the recovery codes. */
export async function renewRecoveryCodes(
  world: Pick<CommandWorld, 'db' | 'clock'> & MailDeps,
  caller: Caller,
  permit: Permit<'change factors', UserId>,
  session: Session,
): Promise<readonly string[]> {
  const { codes, hashes } = generateRecoveryCodes()
  await world.db.write(async (tx) => {
    const { user } = await assertSessionActive(tx, session)
    const { totp, passkeys } = await countFactors(tx, permit.subject)
    if (totp + passkeys === 0) {
      throw new Refusal('conflict', 'Set up a second factor before generating recovery codes.')
    }
    await replaceRecoveryCodes(tx, permit, hashes)
    const at = world.clock.now()
    const entry = { at, by: caller, action: 'recovery codes renewed', subject: user.login }
    await tx.audit(entry)
    await sendSecurityNotice(tx, world, user, at, { kind: 'recovery_codes_renewed' })
  })
  return codes
}
