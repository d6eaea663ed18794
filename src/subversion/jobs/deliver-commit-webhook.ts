import type { JobHandler } from '../../kit/slice.ts'
import { type DueAttempt, deliver, type Teller } from '../../notifications/commands/deliver.ts'
import { deliveryKinds } from '../../notifications/model/delivery.ts'
import type { DeliveryToWebhook } from '../../notifications/reads/delivery-to-webhook.ts'
import { payloadIn } from '../../notifications/webhook-request.ts'
import { type CommitPlace, commitPayload, seesAllOf } from '../commit-payload.ts'

const placeOf = ({ delivery, webhook }: DeliveryToWebhook<'repository'>): CommitPlace => ({
  repository: webhook.owner.id,
  revision: delivery.subject.revision,
})

const tellerOfCommits: Teller<'repository'> = {
  noun: 'repository',
  payload: (world, caller, about) => commitPayload(world, caller, placeOf(about)),
  isStillTold: (world, caller, about, body) => seesAllOf(world, caller, placeOf(about), payloadIn(body)),
}

/** Tells a webhook of a commit: one attempt. */
export const deliverCommitWebhook: JobHandler = {
  kind: deliveryKinds.repository,
  // A receiver that keeps us waiting must not keep the other work from being done.
  mostAtOnce: 2,
  // Written by those who enqueue this kind.
  run: (payload, world) => deliver(world, tellerOfCommits, payload as DueAttempt),
}
