import type { Tx } from '../../database/db/db.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Session } from '../model/session.ts'
import { replaceRecoveryCodes } from '../store/recovery-codes.ts'
import { countFactors } from '../store/second-factors.ts'
import { removeSessionsOf } from '../store/sessions.ts'

/**
 * Completes the removal of a second factor: other sessions end, and recovery codes are removed with the last factor.
 */
export async function completeFactorRemoval(
  tx: Tx,
  permit: Permit<'change factors', UserId>,
  session: Session,
): Promise<void> {
  await removeSessionsOf(tx, permit, session.id)
  const { totp, passkeys } = await countFactors(tx, permit.subject)
  if (totp + passkeys === 0) await replaceRecoveryCodes(tx, permit, [])
}
