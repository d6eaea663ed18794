/** What somebody shows besides a password. */
export const factors = ['totp', 'passkey', 'recovery_code'] as const
export type Factor = (typeof factors)[number]

/** What an account has that can be asked for. */
export interface SecondFactors {
  readonly hasTotp: boolean
  readonly hasPasskey: boolean
}

export const hasSecondFactor = ({ hasTotp, hasPasskey }: SecondFactors): boolean => hasTotp || hasPasskey

/** Whom the setting `second_factor` means. */
export type SecondFactorRule = 'optional' | 'administrators' | 'everybody'

export function isSecondFactorRequired(
  demand: SecondFactorRule,
  { isSiteAdministrator }: { isSiteAdministrator: boolean },
): boolean {
  switch (demand) {
    case 'optional':
      return false
    case 'administrators':
      return isSiteAdministrator
    case 'everybody':
      return true
    default:
      return demand satisfies never
  }
}
