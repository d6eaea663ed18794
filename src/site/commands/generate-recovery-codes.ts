import { createSecret, hashSecret } from '../authentication/secret.ts'
import { formatRecoveryCode, recoveryCodeBytes, recoveryCodeCount } from '../model/recovery-code.ts'

export interface RecoveryCodes {
  /** For the person, once. */
  readonly codes: readonly string[]
  readonly hashes: readonly string[]
}

/** As many as are given out together, and what of them is stored. */
export function generateRecoveryCodes(): RecoveryCodes {
  const codes = Array.from({ length: recoveryCodeCount }, () => formatRecoveryCode(createSecret(recoveryCodeBytes)))
  return { codes, hashes: codes.map((code) => hashSecret(code)) }
}
