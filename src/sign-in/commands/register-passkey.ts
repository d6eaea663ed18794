import { isUniqueViolation } from '../../database/sql/sql.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { credentialPermit } from '../../kit/messages/system-permits.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { assertSessionActive } from '../authentication/assert-not-revoked.ts'
import type { VerifiedRegistration } from '../authentication/passkey-registration.ts'
import { maxPasskeys, type Passkey } from '../model/passkey.ts'
import type { Session } from '../model/session.ts'
import { addPasskey } from '../store/passkeys.ts'
import { countFactors } from '../store/second-factors.ts'
import { consumeChallenge } from '../store/used-challenges.ts'
import { completeEnrollment } from './complete-enrollment.ts'
import { generateRecoveryCodes } from './generate-recovery-codes.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

/** Saves a verified passkey; returns recovery codes with the first factor. */
export async function registerPasskey(
  world: Pick<CommandWorld, 'db' | 'clock'> & MailDeps,
  caller: Caller,
  permit: Permit<'change factors', UserId>,
  { session, label, registered }: { session: Session; label: string; registered: VerifiedRegistration },
): Promise<{ readonly passkey: Passkey; readonly recoveryCodes: readonly string[] }> {
  const fresh = generateRecoveryCodes()
  const now = world.clock.now()
  try {
    return await world.db.write(async (tx) => {
      const { user } = await assertSessionActive(tx, session)
      if (!(await consumeChallenge(tx, credentialPermit, registered.challenge, now))) {
        throw new Refusal('invalid', 'This passkey could not be verified.')
      }
      if ((await countFactors(tx, permit.subject)).passkeys >= maxPasskeys) {
        throw new Refusal('conflict', message`An account has at most ${maxPasskeys} passkeys.`)
      }
      const passkey = await addPasskey(tx, permit, { ...registered.passkey, label, createdOn: now })
      const entry = { at: now, by: caller, action: 'second factor added', subject: user.login }
      await tx.audit({ ...entry, detail: { factor: 'passkey', id: passkey.id, label } })
      await sendSecurityNotice(tx, world, user, now, { kind: 'second_factor_added', factor: 'passkey', label })
      return { passkey, recoveryCodes: await completeEnrollment(tx, permit, session, fresh) }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('conflict', 'This passkey is registered already.')
    throw error
  }
}
