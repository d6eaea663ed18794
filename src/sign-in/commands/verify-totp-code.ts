import type { Tx } from '../../database/db/db.ts'
import { credentialPermit } from '../../kit/messages/system-permits.ts'
import type { SecretCipher } from '../../kit/system/encrypt.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { findStepOfCode } from '../authentication/totp-code.ts'
import { retryAfterOf, type Totp } from '../model/totp.ts'
import { lockTotp, recordAcceptedCode, recordWrongCode } from '../store/totp.ts'

export type CodeVerdict =
  | { readonly is: 'right' }
  | { readonly is: 'wrong' }
  | { readonly is: 'too early'; readonly retryAfter: number }

/** Purpose under which secrets are encrypted. */
export const buildTotpPurpose = (userId: UserId): string => `totp of ${userId}`

/**
 * Verifies a code, which can be used once (RFC 6238 §5.2). Failures are counted, so the transaction must commit a
 * verdict of "wrong"; throw after the transaction.
 */
export async function verifyTotpCode(
  tx: Tx,
  cipher: SecretCipher,
  attempt: { readonly userId: UserId; readonly code: string; readonly now: EpochSeconds; readonly of: 'on' | 'begun' },
): Promise<CodeVerdict> {
  const { userId, code, now, of } = attempt
  const totp = await lockTotp(tx, userId)
  if (totp === undefined || (totp.enabledOn === null) !== (of === 'begun')) return { is: 'wrong' }
  const retryAfter = retryAfterOf(totp, now)
  if (retryAfter > 0) return { is: 'too early', retryAfter }
  const step = unusedStep(cipher, totp, code, now)
  if (step === undefined) {
    await recordWrongCode(tx, credentialPermit, userId, now)
    return { is: 'wrong' }
  }
  await recordAcceptedCode(tx, credentialPermit, userId, step)
  return { is: 'right' }
}

function unusedStep(cipher: SecretCipher, { userId, secret, lastStep }: Totp, code: string, now: EpochSeconds) {
  const step = findStepOfCode(cipher.decrypt(buildTotpPurpose(userId), secret).toString(), code, now)
  return step !== undefined && step > lastStep ? step : undefined
}
