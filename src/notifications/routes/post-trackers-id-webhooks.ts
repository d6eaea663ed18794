import { route } from '../../kit/http/route.ts'
import type { TrackerId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { createWebhook } from '../commands/create-webhook.ts'
import { webhookEvents } from '../model/event.ts'
import { webhookFormats } from '../model/webhook.ts'
import { representWebhook, WebhookWithSecretRepresentation } from '../representations/webhook.ts'

export const postTrackersIdWebhooks = route({
  method: 'POST',
  url: '/trackers/:id/webhooks',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: 'Has the changes of a tracker told to an address; the secret is shown in this answer only.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  body: Type.Object({
    url: Type.String({ minLength: 1, maxLength: 2000 }),
    events: Type.Array(Type.Enum([...webhookEvents]), { minItems: 1, maxItems: 3, default: [...webhookEvents] }),
    format: Type.Enum([...webhookFormats], { default: 'json' }),
    secret: Type.Optional(Type.String({ minLength: 16, maxLength: 200 })),
    is_enabled: Type.Boolean({ default: true }),
  }),
  answers: { 201: WebhookWithSecretRepresentation },
  async answer({ params, body, ...viewer }, world) {
    const { url, events, format, secret, is_enabled: isEnabled } = body
    const wanted = { url, events: [...new Set(events)], format, secret, isEnabled }
    const webhook = await createWebhook(world, viewer.caller, params.id, wanted)
    return { status: 201, body: { ...representWebhook(webhook, viewer), secret: webhook.secret } }
  },
})
