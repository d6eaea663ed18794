import type { Settings } from '../../site/model/settings.ts'

/** Factors in addition to a password. */
export const factors = ['totp', 'passkey', 'recovery_code'] as const
export type Factor = (typeof factors)[number]

/** The second factors of an account. */
export interface SecondFactors {
  readonly hasTotp: boolean
  readonly hasPasskey: boolean
}

export const hasSecondFactor = ({ hasTotp, hasPasskey }: SecondFactors): boolean => hasTotp || hasPasskey

export function isSecondFactorRequired(
  demand: Settings['second_factor'],
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
