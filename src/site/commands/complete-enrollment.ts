import type { Tx } from '../../kit/db/db.ts'
import type { UserId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import type { Session } from '../model/session.ts'
import { replaceRecoveryCodes } from '../store/recovery-codes.ts'
import { countFactors } from '../store/second-factors.ts'
import { removeSessionsOf } from '../store/sessions.ts'
import { removeTokensOf } from '../store/tokens.ts'
import type { RecoveryCodes } from './generate-recovery-codes.ts'

/**
 * A second factor was added: what was opened without it is closed, but for the browser it was added in. The first one
 * comes with recovery codes, for the day it is lost; those that are there stay, and none are given.
 */
export async function completeEnrollment(
  tx: Tx,
  permit: Permit<'change factors', UserId>,
  session: Session,
  fresh: RecoveryCodes,
): Promise<readonly string[]> {
  const { subject: userId } = permit
  await removeSessionsOf(tx, userId, session.id)
  await removeTokensOf(tx, userId)
  if ((await countFactors(tx, userId)).codes > 0) return []
  await replaceRecoveryCodes(tx, permit, fresh.hashes)
  return fresh.codes
}
