import { attemptDelivery, type DueAttempt, type PayloadSource } from '../../notifications/commands/attempt-delivery.ts'
import { parseBody } from '../../notifications/messages/webhook-request.ts'
import { deliveryJobKinds } from '../../notifications/model/delivery.ts'
import type { DeliveryWithWebhook } from '../../notifications/reads/find-delivery-with-webhook.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import { buildCommitPayload, type CommitPlace, canSeePayload } from '../messages/commit-payload.ts'

const commitOf = ({ delivery, webhook }: DeliveryWithWebhook<'repository'>): CommitPlace => ({
  repository: webhook.owner.id,
  revision: delivery.subject.revision,
})

const commitPayloads: PayloadSource<'repository'> = {
  noun: 'repository',
  loadPayload: (world, caller, about) => buildCommitPayload(world, caller, commitOf(about)),
  isStillRecipient: (world, caller, about, body) => canSeePayload(world, caller, commitOf(about), parseBody(body)),
}

/** Makes one attempt to send a commit to a webhook. */
export const deliverCommitWebhook: JobHandler = {
  kind: deliveryJobKinds.repository,
  // Slow receivers must not block other jobs.
  maxConcurrent: 2,
  // Written by the commands that enqueue this kind.
  run: (payload, world) => attemptDelivery(world, commitPayloads, payload as DueAttempt),
}
