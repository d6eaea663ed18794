import type { TrackerId, UserId, WebhookId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { WebhookEvent } from './event.ts'

/** How the body is written: JSON, or a form with the JSON as its member `payload`. */
export const webhookFormats = ['json', 'form'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** Who is told of the changes of a tracker, and how. */
export interface Webhook {
  readonly id: WebhookId
  readonly trackerId: TrackerId
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly format: WebhookFormat
  /** What deliveries are signed with, sealed; null: nobody has enabled it yet */
  readonly sealedSecret: string | null
  readonly isEnabled: boolean
  /** Whose permissions it has; null: it came with an archive or a copy. */
  readonly registeredBy: UserId | null
  /** Attempts in a row that no server answered. */
  readonly failures: number
  readonly pausedUntil: EpochSeconds | null
  readonly createdOn: EpochSeconds
  readonly updatedOn: EpochSeconds
}

/** What the secrets of a tracker's webhooks are sealed as. */
export const webhookSecretPurpose = (tracker: TrackerId): string => `secret of a webhook of tracker ${tracker}`

/** More of them say that something adds them by itself. */
export const mostWebhooks = 50
