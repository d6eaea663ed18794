import type { Caller } from './caller.ts'
import type { ProjectId, UserId } from './ids.ts'
import type { EpochSeconds } from './time.ts'

/** An entry of the audit log; never contains a secret. */
export interface AuditEntry {
  readonly at: EpochSeconds
  /** The user who acted; a failed sign-in has only the account that was entered, if it exists. */
  readonly by: Caller | { readonly kind: 'claimed'; readonly id: UserId | null }
  /** IP address; absent: that of the client of the request. */
  readonly address?: string | null
  readonly action: string
  readonly subject: string
  /** Project of the action, whose administrators can read the entry. */
  readonly project?: ProjectId | undefined
  readonly detail?: Readonly<Record<string, unknown>>
}
