import { route } from '../../kit/http/route.ts'
import type { WebhookId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { changeWebhook } from '../commands/change-webhook.ts'
import { webhookEvents } from '../model/event.ts'
import { readWebhookChange, webhookChangeBody } from '../representations/sent-webhook.ts'
import { representWebhook, WebhookWithSecretRepresentation } from '../representations/webhook.ts'
import { trackerWebhooks } from '../tracker-webhooks.ts'

export const patchTrackerWebhooksId = route({
  method: 'PATCH',
  url: '/tracker_webhooks/:id',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary:
    'Update a tracker webhook (tracker administrators). The caller who sets its URL or enables it becomes its owner. A generated secret is returned only once.',
  params: Type.Object({ id: Type.Unsafe<WebhookId>(Type.Integer()) }),
  body: webhookChangeBody(webhookEvents.tracker),
  answers: { 200: WebhookWithSecretRepresentation },
  async answer({ params, body, ...viewer }, world) {
    const change = readWebhookChange(body)
    const { webhook, madeSecret } = await changeWebhook(world, viewer.caller, trackerWebhooks, params.id, change)
    const shown = representWebhook(webhook, viewer)
    return { body: madeSecret === null ? shown : { ...shown, secret: madeSecret } }
  },
})
