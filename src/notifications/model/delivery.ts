import type { ChangeId, DeliveryId, UserId, WebhookId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { WebhookEvent, WebhookNoun } from './event.ts'

/** `withheld`: who registered the webhook may not see it; `failed`: given up. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'withheld'] as const
export type DeliveryState = (typeof deliveryStates)[number]

interface Subjects {
  readonly tracker: { readonly change: ChangeId }
  readonly repository: { readonly revision: number }
}
/** What a delivery is about, by the noun its webhook belongs to. */
export type DeliverySubject<Noun extends WebhookNoun = WebhookNoun> = Subjects[Noun]

/** One thing that happened, told to one webhook, with what came of it. */
export interface Delivery<Noun extends WebhookNoun = WebhookNoun> {
  readonly id: DeliveryId
  readonly webhookId: WebhookId
  readonly subject: DeliverySubject<Noun>
  readonly replayOf: DeliveryId | null
  readonly event: WebhookEvent<Noun>
  readonly state: DeliveryState
  readonly requestId: string
  /** null: not made yet, or nothing may be sent */
  readonly body: string | null
  /** With whose permissions the body was made. */
  readonly actedAs: UserId | null
  readonly createdOn: EpochSeconds
  readonly attempts: number
  /** The last attempt. */
  readonly attemptedOn: EpochSeconds | null
  readonly durationMs: number | null
  readonly answerStatus: number | null
  readonly answerExcerpt: string | null
  readonly problem: string | null
}

/** The jobs that make one attempt of a delivery. */
export const deliveryKinds = {
  tracker: 'deliver-webhook',
  repository: 'deliver-commit-webhook',
} as const satisfies Record<WebhookNoun, string>

/** What came of one attempt. */
export interface Attempt {
  readonly state: DeliveryState
  readonly at: EpochSeconds
  readonly durationMs: number
  readonly answerStatus: number | null
  readonly answerExcerpt: string | null
  readonly problem: string | null
}

export const daySeconds = 86_400
/** So long the log says what became of a delivery. */
export const keptSeconds = 30 * daySeconds

/** When to try again after so many failures, or null: it has been tried for a day. */
export function nextAttempt(failures: number, createdOn: EpochSeconds, now: EpochSeconds): EpochSeconds | null {
  const next = now + Math.min(3600, 10 * 2 ** Math.max(0, failures - 1))
  return next <= createdOn + daySeconds ? next : null
}
