import type { Caller } from '../../kit/caller.ts'
import { isUniqueViolation } from '../../kit/db/sql.ts'
import type { UserId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { Registered } from '../authentication/passkey-registration.ts'
import { refuseEndedSession } from '../authentication/refuse-revoked.ts'
import { mostPasskeys, type Passkey } from '../model/passkey.ts'
import type { Session } from '../model/session.ts'
import { record } from '../store/audit.ts'
import { addPasskey } from '../store/passkeys.ts'
import { countFactors } from '../store/second-factors.ts'
import { spendChallenge } from '../store/spent-challenges.ts'
import { newRecoveryCodes } from './new-recovery-codes.ts'
import { noteEnrolment } from './note-enrolment.ts'
import { type Post, tellOwner } from './tell-owner.ts'

/** Keeps a passkey that was verified; gives recovery codes with the first factor. */
export async function registerPasskey(
  world: Pick<World, 'db' | 'clock'> & Post,
  caller: Caller,
  permit: Permit<'change factors', UserId>,
  { session, label, registered }: { session: Session; label: string; registered: Registered },
): Promise<{ readonly passkey: Passkey; readonly recoveryCodes: readonly string[] }> {
  const fresh = newRecoveryCodes()
  const now = world.clock.now()
  try {
    return await world.db.write(async (tx) => {
      const { user } = await refuseEndedSession(tx, session)
      if (!(await spendChallenge(tx, registered.challenge, now))) {
        throw new Refusal('invalid', 'This passkey could not be verified.')
      }
      if ((await countFactors(tx, permit.subject)).passkeys >= mostPasskeys) {
        throw new Refusal('conflict', `An account has at most ${mostPasskeys} passkeys.`)
      }
      const passkey = await addPasskey(tx, permit, { ...registered.passkey, label, createdOn: now })
      const entry = { at: now, by: caller, action: 'second factor added', subject: user.login }
      await record(tx, { ...entry, detail: { factor: 'passkey', id: passkey.id, label } })
      await tellOwner(tx, world, user, now, { kind: 'second_factor_added', factor: 'passkey', label })
      return { passkey, recoveryCodes: await noteEnrolment(tx, permit, session, fresh) }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('conflict', 'This passkey is registered already.')
    throw error
  }
}
