import type { JobHandler } from '../../kit/slice.ts'
import { type DueAttempt, deliver, type Teller } from '../commands/deliver.ts'
import { deliveryKinds } from '../model/delivery.ts'
import { isStillTold } from '../reads/still-told.ts'
import { lookForChange } from '../store/changes.ts'
import { webhookPayload } from '../webhook-payload.ts'

const tellerOfChanges: Teller<'tracker'> = {
  noun: 'tracker',
  async payload(world, caller, { delivery }) {
    const change = await lookForChange(world.db.read, delivery.subject.change)
    return change === undefined ? null : webhookPayload(world, caller, change)
  },
  async isStillTold(world, caller, { delivery }) {
    const change = await lookForChange(world.db.read, delivery.subject.change)
    return change !== undefined && isStillTold(world, caller, change)
  },
}

/** Tells a webhook of a change: one attempt. */
export const deliverWebhook: JobHandler = {
  kind: deliveryKinds.tracker,
  // A receiver that keeps us waiting must not keep the other work from being done.
  mostAtOnce: 2,
  // Written by those who enqueue this kind.
  run: (payload, world) => deliver(world, tellerOfChanges, payload as DueAttempt),
}
