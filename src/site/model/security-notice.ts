import type { EpochSeconds } from '../../kit/time.ts'
import type { Factor } from './second-factor.ts'

/** What happened to an account that its owner should hear of, in case it was not him; it holds no secret. */
export type SecurityNotice =
  | {
      readonly kind: 'access_key_created'
      readonly description: string
      readonly scopes: readonly string[]
      readonly expiresOn: EpochSeconds | null
    }
  | { readonly kind: 'app_authorised'; readonly app: string; readonly scopes: readonly string[] }
  | { readonly kind: 'email_asked_for' | 'email_changed'; readonly to: string }
  | { readonly kind: 'password_changed'; readonly by: 'owner' | 'administrator' | 'link' }
  | { readonly kind: 'recovery_codes_renewed' }
  | { readonly kind: 'second_factor_added' | 'second_factor_removed'; readonly factor: Factor; readonly label?: string }
  | { readonly kind: 'second_factors_cleared' }

/** What a letter to an owner is made of: to the address of then, whatever it is when the letter leaves. */
export interface SecurityNoticeJob {
  readonly login: string
  readonly to: { readonly name: string; readonly address: string }
  readonly at: EpochSeconds
  readonly notice: SecurityNotice
}
