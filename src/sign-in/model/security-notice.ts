import type { Language } from '../../kit/values/language.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Factor } from './second-factor.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'mail-owner': SecurityNoticeJob
  }
}

/** A change of an account that its owner is notified of, in case it was another person; contains no secret. */
export type SecurityNotice =
  | {
      readonly kind: 'access_key_created'
      readonly description: string
      readonly scopes: readonly string[]
      readonly expiresOn: EpochSeconds | null
    }
  | { readonly kind: 'access_key_revoked'; readonly description: string }
  | { readonly kind: 'app_authorized'; readonly app: string; readonly scopes: readonly string[] }
  | { readonly kind: 'email_asked_for' | 'email_changed'; readonly to: string }
  | { readonly kind: 'password_changed'; readonly by: 'owner' | 'administrator' | 'link' }
  | { readonly kind: 'recovery_codes_renewed' }
  | { readonly kind: 'second_factor_added' | 'second_factor_removed'; readonly factor: Factor; readonly label?: string }
  | { readonly kind: 'second_factors_cleared' }

/** Payload of an email to an owner: with the address at that time, whatever it is when the email is sent. */
export interface SecurityNoticeJob {
  readonly login: string
  readonly to: { readonly name: string; readonly address: string }
  /** Preference of the owner; null: English. */
  readonly language: Language | null
  readonly at: EpochSeconds
  readonly notice: SecurityNotice
}
