import type { JobHandler } from '../../world/model/job-handler.ts'
import { attemptDelivery, type DueAttempt, type PayloadSource } from '../commands/attempt-delivery.ts'
import { buildWebhookPayload } from '../messages/webhook-payload.ts'
import { deliveryJobKinds } from '../model/delivery.ts'
import { isStillRecipient } from '../reads/is-still-recipient.ts'
import { findChange } from '../store/changes.ts'

const changePayloads: PayloadSource<'tracker'> = {
  noun: 'tracker',
  async loadPayload(world, caller, { delivery }) {
    const change = await findChange(world.db.read, delivery.subject.change)
    return change === undefined ? null : buildWebhookPayload(world, caller, change)
  },
  async isStillRecipient(world, caller, { delivery }) {
    const change = await findChange(world.db.read, delivery.subject.change)
    return change !== undefined && isStillRecipient(world, caller, change)
  },
}

/** Makes one attempt to send a change to a webhook. */
export const deliverWebhook: JobHandler = {
  kind: deliveryJobKinds.tracker,
  // Slow receivers must not block other jobs.
  maxConcurrent: 2,
  // Written by the commands that enqueue this kind.
  run: (payload, world) => attemptDelivery(world, changePayloads, payload as DueAttempt),
}
