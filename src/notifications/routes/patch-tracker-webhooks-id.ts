import { route } from '../../kit/http/route.ts'
import type { WebhookId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { changeWebhook } from '../commands/change-webhook.ts'
import { webhookEvents } from '../model/event.ts'
import { webhookFormats } from '../model/webhook.ts'
import { representWebhook, WebhookWithSecretRepresentation } from '../representations/webhook.ts'

export const patchTrackerWebhooksId = route({
  method: 'PATCH',
  url: '/tracker_webhooks/:id',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary:
    'Changes a webhook; who sets its address or enables it is the one it acts for. Tells a secret it had to make.',
  params: Type.Object({ id: Type.Unsafe<WebhookId>(Type.Integer()) }),
  body: Type.Object({
    url: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    events: Type.Optional(Type.Array(Type.Enum([...webhookEvents]), { minItems: 1, maxItems: 3 })),
    format: Type.Optional(Type.Enum([...webhookFormats])),
    secret: Type.Optional(Type.String({ minLength: 16, maxLength: 200 })),
    is_enabled: Type.Optional(Type.Boolean()),
  }),
  answers: { 200: WebhookWithSecretRepresentation },
  async answer({ params, body, ...viewer }, world) {
    const { url, events, format, secret, is_enabled: isEnabled } = body
    const change = { url, events: events && [...new Set(events)], format, secret, isEnabled }
    const { webhook, madeSecret } = await changeWebhook(world, viewer.caller, params.id, change)
    const shown = representWebhook(webhook, viewer)
    return { body: madeSecret === null ? shown : { ...shown, secret: madeSecret } }
  },
})
