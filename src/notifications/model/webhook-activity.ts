import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Delivery } from './delivery.ts'
import type { WebhookNoun } from './event.ts'
import type { Webhook } from './webhook.ts'

export type LastDelivery = Pick<
  Delivery,
  'id' | 'status' | 'createdOn' | 'attempts' | 'attemptedOn' | 'responseStatus' | 'error'
>

/** What a list of webhooks shows of the deliveries of one of them. */
export interface WebhookActivity {
  /** null: none is in the log */
  readonly lastDelivery: LastDelivery | null
  /** Earliest next attempt of its deliveries; null: none waits. */
  readonly nextAttemptOn: EpochSeconds | null
}

export const noActivity: WebhookActivity = { lastDelivery: null, nextAttemptOn: null }

export interface WebhookWithActivity<Noun extends WebhookNoun = WebhookNoun> extends Webhook<Noun> {
  readonly activity: WebhookActivity
}

/** Returns when the webhook is sent next: nothing is sent while it is paused or disabled. */
export function computeNextSend({ isEnabled, pausedUntil, activity }: WebhookWithActivity): EpochSeconds | null {
  const { nextAttemptOn } = activity
  if (!isEnabled || nextAttemptOn === null) return null
  return pausedUntil !== null && pausedUntil > nextAttemptOn ? pausedUntil : nextAttemptOn
}
