import { newSecret, secretHash } from '../authentication/secret.ts'
import { recoveryCodeBytes, recoveryCodesAtOnce, writeRecoveryCode } from '../model/recovery-code.ts'

export interface RecoveryCodes {
  /** For the person, once. */
  readonly codes: readonly string[]
  readonly hashes: readonly string[]
}

/** As many as are given out together, and what of them is stored. */
export function newRecoveryCodes(): RecoveryCodes {
  const codes = Array.from({ length: recoveryCodesAtOnce }, () => writeRecoveryCode(newSecret(recoveryCodeBytes)))
  return { codes, hashes: codes.map((code) => secretHash(code)) }
}
