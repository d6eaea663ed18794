import type { ChangeId, DeliveryId, UserId, WebhookId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { WebhookEvent, WebhookNoun } from './event.ts'

/** `withheld`: the webhook's owner may not see the change; `failed`: given up. */
export const deliveryStatuses = ['waiting', 'delivered', 'failed', 'withheld'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

interface SubjectByNoun {
  readonly tracker: { readonly change: ChangeId }
  readonly repository: { readonly revision: number }
}
/** Subject of a delivery, by the noun its webhook belongs to. */
export type DeliverySubject<Noun extends WebhookNoun = WebhookNoun> = SubjectByNoun[Noun]

/** One event sent to one webhook, with its outcome. */
export interface Delivery<Noun extends WebhookNoun = WebhookNoun> {
  readonly id: DeliveryId
  readonly webhookId: WebhookId
  readonly subject: DeliverySubject<Noun>
  readonly replayOf: DeliveryId | null
  readonly event: WebhookEvent<Noun>
  readonly status: DeliveryStatus
  readonly requestId: string
  /** null: not built yet, or nothing may be sent */
  readonly body: string | null
  /** User with whose permissions the body was built. */
  readonly renderedForUserId: UserId | null
  readonly createdOn: EpochSeconds
  readonly attempts: number
  /** Time of the last attempt. */
  readonly attemptedOn: EpochSeconds | null
  readonly durationMs: number | null
  readonly responseStatus: number | null
  readonly responseExcerpt: string | null
  readonly error: string | null
}

/** Kinds of the jobs that make one attempt of a delivery. */
export const deliveryJobKinds = {
  tracker: 'deliver-webhook',
  repository: 'deliver-commit-webhook',
} as const satisfies Record<WebhookNoun, string>

/** Outcome of one attempt. */
export interface DeliveryAttempt {
  readonly status: DeliveryStatus
  readonly at: EpochSeconds
  readonly durationMs: number
  readonly responseStatus: number | null
  readonly responseExcerpt: string | null
  readonly error: string | null
  /** null: this was the last attempt. */
  readonly nextAttemptOn: EpochSeconds | null
}

export const daySeconds = 86_400
/** Time that finished deliveries are kept in the log. */
export const retentionSeconds = 30 * daySeconds

/** Returns the time of the next attempt after some failures; null once attempts were made for a day. */
export function computeNextAttempt(failures: number, createdOn: EpochSeconds, now: EpochSeconds): EpochSeconds | null {
  const next = now + Math.min(3600, 10 * 2 ** Math.max(0, failures - 1))
  return next <= createdOn + daySeconds ? next : null
}
