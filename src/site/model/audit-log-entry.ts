import type { UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** An entry of the audit log, as it is read. */
export interface AuditLogEntry {
  readonly id: number
  readonly at: EpochSeconds
  readonly userId: UserId | null
  readonly ipAddress: string | null
  readonly action: string
  readonly subject: string
  readonly detail: Readonly<Record<string, unknown>>
}
