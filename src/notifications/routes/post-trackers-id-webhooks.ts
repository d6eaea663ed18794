import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { createWebhook } from '../commands/create-webhook.ts'
import { trackerWebhooks } from '../commands/tracker-webhooks.ts'
import { webhookEvents } from '../model/event.ts'
import { noActivity } from '../model/webhook-activity.ts'
import { representWebhook, WebhookWithSecretRepresentation } from '../representations/webhook.ts'
import { buildNewWebhookSchema, parseNewWebhook } from '../representations/webhook-input.ts'

export const postTrackersIdWebhooks = defineRoute({
  method: 'POST',
  url: '/trackers/:id/webhooks',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: 'Create a tracker webhook (tracker administrators). Its secret is returned only once.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  body: buildNewWebhookSchema(webhookEvents.tracker),
  answers: { 201: WebhookWithSecretRepresentation },
  async answer({ params, body, ...viewer }, world) {
    const webhook = await createWebhook(world, viewer.caller, trackerWebhooks, params.id, parseNewWebhook(body))
    return {
      status: 201,
      body: { ...representWebhook({ ...webhook, activity: noActivity }, viewer), secret: webhook.secret },
    }
  },
})
