import { defineRoute } from '../../http/declarations/route.ts'
import type { WebhookId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { trackerWebhooks } from '../commands/tracker-webhooks.ts'
import { getWebhook } from '../reads/get-webhook.ts'
import { withActivity } from '../reads/with-activities.ts'
import { representWebhook, WebhookRepresentation } from '../representations/webhook.ts'

export const getTrackerWebhooksId = defineRoute({
  method: 'GET',
  url: '/tracker_webhooks/:id',
  access: 'required',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'Get a tracker webhook (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<WebhookId>(Type.Integer()) }),
  answers: { 200: WebhookRepresentation },
  async answer({ params, ...viewer }, world) {
    const webhook = await getWebhook(world, viewer.caller, trackerWebhooks, params.id)
    return { body: representWebhook(await withActivity(world.db.read, webhook), viewer) }
  },
})
