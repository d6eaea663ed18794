import { notificationPermit } from '../../kit/messages/system-permits.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { computeNextAttempt, type Delivery, type DeliveryAttempt, deliveryJobKinds } from '../model/delivery.ts'
import type { Webhook } from '../model/webhook.ts'
import { saveAttempt } from '../store/deliveries.ts'
import { disableWebhook, saveFailureCount } from '../store/webhooks.ts'

type Outcome = Pick<DeliveryAttempt, 'durationMs' | 'responseStatus' | 'responseExcerpt' | 'error'>

/** Records the outcome of an attempt and enqueues the next one if needed. */
export async function recordAttempt(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  delivery: Delivery,
  webhook: Webhook,
  outcome: Outcome,
): Promise<void> {
  const at = world.clock.now()
  const isGone = outcome.responseStatus === 410
  const failures = isServerFailure(outcome) ? webhook.failures + 1 : 0
  const attempts = delivery.attempts + 1
  const isDone = outcome.error === null || isGone
  const next = isDone ? null : computeNextAttempt(Math.max(attempts, failures), delivery.createdOn, at)
  const state = outcome.error === null ? 'delivered' : next === null ? 'failed' : 'waiting'
  const attempt = { ...outcome, status: state, at, nextAttemptOn: next } as const
  await world.db.write(async (tx) => {
    if (!(await saveAttempt(tx, notificationPermit, delivery, attempt))) return
    // While a receiver is down, its other deliveries are paused as well.
    const pausedUntil = failures === 0 ? null : (computeNextAttempt(failures, at, at) ?? null)
    if (failures > 0 || webhook.failures > 0)
      await saveFailureCount(tx, notificationPermit, webhook.id, { failures, pausedUntil })
    if (isGone) await disableWebhook(tx, notificationPermit, webhook.id)
    if (next !== null) {
      const again = { delivery: delivery.id, attempt: attempts + 1 }
      await tx.enqueue(deliveryJobKinds[webhook.owner.noun], again, next)
    }
  })
}

/** Returns whether the receiver did not respond or reported a failure of its own, rather than rejecting this payload. */
const isServerFailure = ({ responseStatus }: Outcome): boolean =>
  responseStatus === null || responseStatus === 429 || responseStatus >= 500
