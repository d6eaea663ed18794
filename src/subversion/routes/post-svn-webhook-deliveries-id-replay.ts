import { defineRoute } from '../../http/declarations/route.ts'
import type { DeliveryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { replayDelivery } from '../../notifications/commands/replay-delivery.ts'
import { repositoryWebhooks } from '../commands/repository-webhooks.ts'
import { CommitDeliveryRepresentation, representCommitDelivery } from '../representations/commit-delivery.ts'

/** Tulipwood extension (decision 0035). */
export const postSvnWebhookDeliveriesIdReplay = defineRoute({
  method: 'POST',
  url: '/svn_webhook_deliveries/:id/replay',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'Redeliver a delivery of a commit webhook (repository administrators).',
  params: Type.Object({ id: Type.Unsafe<DeliveryId>(Type.Integer()) }),
  answers: { 201: CommitDeliveryRepresentation },
  async answer({ params, ...viewer }, world) {
    const delivery = await replayDelivery(world, viewer.caller, repositoryWebhooks, params.id)
    return { status: 201, body: representCommitDelivery(delivery, viewer) }
  },
})
