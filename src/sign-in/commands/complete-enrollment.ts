import type { Tx } from '../../database/db/db.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Session } from '../model/session.ts'
import { replaceRecoveryCodes } from '../store/recovery-codes.ts'
import { countFactors } from '../store/second-factors.ts'
import { removeSessionsOf } from '../store/sessions.ts'
import { removeTokensOf } from '../store/tokens.ts'
import type { RecoveryCodes } from './generate-recovery-codes.ts'

/**
 * Completes the addition of a second factor: ends all other sessions of the user, which were started without it, and
 * creates recovery codes for the first one. Existing codes stay, and none are returned then.
 */
export async function completeEnrollment(
  tx: Tx,
  permit: Permit<'change factors', UserId>,
  session: Session,
  fresh: RecoveryCodes,
): Promise<readonly string[]> {
  const { subject: userId } = permit
  await removeSessionsOf(tx, permit, session.id)
  await removeTokensOf(tx, permit)
  if ((await countFactors(tx, userId)).codes > 0) return []
  await replaceRecoveryCodes(tx, permit, fresh.hashes)
  return fresh.codes
}
