import type { World } from '../../kit/world.ts'
import { type Attempt, type Delivery, deliveryKinds, nextAttempt } from '../model/delivery.ts'
import type { Webhook } from '../model/webhook.ts'
import { saveAttempt } from '../store/deliveries.ts'
import { disableWebhook, savePulse } from '../store/webhooks.ts'

type Outcome = Pick<Attempt, 'durationMs' | 'answerStatus' | 'answerExcerpt' | 'problem'>

/** Writes down what came of an attempt, and sees to the next one if there must be one. */
export async function recordAttempt(
  world: Pick<World, 'db' | 'clock' | 'jobs'>,
  delivery: Delivery,
  webhook: Webhook,
  outcome: Outcome,
): Promise<void> {
  const at = world.clock.now()
  const isGone = outcome.answerStatus === 410
  const failures = isDown(outcome) ? webhook.failures + 1 : 0
  const attempts = delivery.attempts + 1
  const isDone = outcome.problem === null || isGone
  const next = isDone ? null : nextAttempt(Math.max(attempts, failures), delivery.createdOn, at)
  const state = outcome.problem === null ? 'delivered' : next === null ? 'failed' : 'waiting'
  await world.db.write(async (tx) => {
    if (!(await saveAttempt(tx, delivery, { ...outcome, state, at }))) return
    // While a server is down, what else it is to be told waits as well.
    const pausedUntil = failures === 0 ? null : (nextAttempt(failures, at, at) ?? null)
    if (failures > 0 || webhook.failures > 0) await savePulse(tx, webhook.id, { failures, pausedUntil })
    if (isGone) await disableWebhook(tx, webhook)
    if (next !== null) {
      const again = { delivery: delivery.id, attempt: attempts + 1 }
      await world.jobs.enqueue(tx, deliveryKinds[webhook.owner.noun], again, next)
    }
  })
}

/** No answer, or one that says that the server is at its end: not one about what was sent. */
const isDown = ({ answerStatus }: Outcome): boolean =>
  answerStatus === null || answerStatus === 429 || answerStatus >= 500
