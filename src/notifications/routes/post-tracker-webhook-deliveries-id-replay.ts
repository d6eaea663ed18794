import { defineRoute } from '../../http/declarations/route.ts'
import type { DeliveryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { replayDelivery } from '../commands/replay-delivery.ts'
import { trackerWebhooks } from '../commands/tracker-webhooks.ts'
import { DeliveryRepresentation, representDelivery } from '../representations/delivery.ts'
import { findChange } from '../store/changes.ts'

export const postTrackerWebhookDeliveriesIdReplay = defineRoute({
  method: 'POST',
  url: '/tracker_webhook_deliveries/:id/replay',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: 'Redeliver a webhook delivery (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<DeliveryId>(Type.Integer()) }),
  answers: { 201: DeliveryRepresentation },
  async answer({ params, ...viewer }, world) {
    const delivery = await replayDelivery(world, viewer.caller, trackerWebhooks, params.id)
    const change = await findChange(world.db.read, delivery.subject.change)
    return { status: 201, body: representDelivery(delivery, change?.artifact.id, viewer) }
  },
})
