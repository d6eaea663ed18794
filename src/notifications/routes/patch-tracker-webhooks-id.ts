import { defineRoute } from '../../http/declarations/route.ts'
import type { WebhookId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeWebhook } from '../commands/change-webhook.ts'
import { trackerWebhooks } from '../commands/tracker-webhooks.ts'
import { webhookEvents } from '../model/event.ts'
import { withActivity } from '../reads/with-activities.ts'
import { representWebhook, WebhookWithSecretRepresentation } from '../representations/webhook.ts'
import { buildWebhookChangeSchema, parseWebhookChange } from '../representations/webhook-input.ts'

export const patchTrackerWebhooksId = defineRoute({
  method: 'PATCH',
  url: '/tracker_webhooks/:id',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary:
    'Update a tracker webhook (tracker administrators). The caller who sets its URL or enables it becomes its owner. A generated secret is returned only once.',
  params: Type.Object({ id: Type.Unsafe<WebhookId>(Type.Integer()) }),
  body: buildWebhookChangeSchema(webhookEvents.tracker),
  answers: { 200: WebhookWithSecretRepresentation },
  async answer({ params, body, ...viewer }, world) {
    const change = parseWebhookChange(body)
    const { webhook, generatedSecret } = await changeWebhook(world, viewer.caller, trackerWebhooks, params.id, change)
    const representation = representWebhook(await withActivity(world.db.read, webhook), viewer)
    return { body: generatedSecret === null ? representation : { ...representation, secret: generatedSecret } }
  },
})
