import type { JobHandler } from '../../kit/slice.ts'
import { attemptDelivery, type DueAttempt, type PayloadSource } from '../../notifications/commands/attempt-delivery.ts'
import { deliveryJobKinds } from '../../notifications/model/delivery.ts'
import type { DeliveryWithWebhook } from '../../notifications/reads/find-delivery-with-webhook.ts'
import { parseBody } from '../../notifications/webhook-request.ts'
import { type CommitPlace, commitPayload, seesAllOf } from '../commit-payload.ts'

const placeOf = ({ delivery, webhook }: DeliveryWithWebhook<'repository'>): CommitPlace => ({
  repository: webhook.owner.id,
  revision: delivery.subject.revision,
})

const tellerOfCommits: PayloadSource<'repository'> = {
  noun: 'repository',
  loadPayload: (world, caller, about) => commitPayload(world, caller, placeOf(about)),
  isStillRecipient: (world, caller, about, body) => seesAllOf(world, caller, placeOf(about), parseBody(body)),
}

/** Tells a webhook of a commit: one attempt. */
export const deliverCommitWebhook: JobHandler = {
  kind: deliveryJobKinds.repository,
  // A receiver that keeps us waiting must not keep the other work from being done.
  mostAtOnce: 2,
  // Written by those who enqueue this kind.
  run: (payload, world) => attemptDelivery(world, tellerOfCommits, payload as DueAttempt),
}
