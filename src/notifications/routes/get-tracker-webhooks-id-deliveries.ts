import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { WebhookId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { trackerWebhooks } from '../commands/tracker-webhooks.ts'
import { getWebhook } from '../reads/get-webhook.ts'
import { DeliveryRepresentation, representDelivery } from '../representations/delivery.ts'
import { loadChanges } from '../store/changes.ts'
import { loadDeliveryPage } from '../store/deliveries.ts'

const maxLimit = 50

export const getTrackerWebhooksIdDeliveries = defineRoute({
  method: 'GET',
  url: '/tracker_webhooks/:id/deliveries',
  access: 'required',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'List the deliveries of a tracker webhook in the last 30 days, newest first (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<WebhookId>(Type.Integer()) }),
  query: Type.Object(buildPageParameters({ default: 10, max: maxLimit })),
  answers: { 200: Type.Array(DeliveryRepresentation) },
  async answer({ params, query: page, ...viewer }, world) {
    const webhook = await getWebhook(world, viewer.caller, trackerWebhooks, params.id)
    const { deliveries, size } = await loadDeliveryPage(world.db.read, webhook, page)
    const changes = await loadChanges(
      world.db.read,
      deliveries.map(({ subject }) => subject.change),
    )
    const artifacts = new Map(changes.map(({ id, artifact }) => [id, artifact.id]))
    const body = deliveries.map((each) => representDelivery(each, artifacts.get(each.subject.change), viewer))
    return { body, page: { ...page, size, max: maxLimit } }
  },
})
