import { createSecret, hashSecret } from '../authentication/secret.ts'
import { formatRecoveryCode, recoveryCodeBytes, recoveryCodeCount } from '../model/recovery-code.ts'

export interface RecoveryCodes {
  /** Shown to the user once. */
  readonly codes: readonly string[]
  readonly hashes: readonly string[]
}

/** Generates a set of codes and what is stored of them. */
export function generateRecoveryCodes(): RecoveryCodes {
  const codes = Array.from({ length: recoveryCodeCount }, () => formatRecoveryCode(createSecret(recoveryCodeBytes)))
  return { codes, hashes: codes.map((code) => hashSecret(code)) }
}
