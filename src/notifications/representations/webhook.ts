import type { Static, TSchema } from 'typebox'
import { Type } from '../../kit/schema.ts'
import { isoDate } from '../../kit/time.ts'
import type { Viewer } from '../../kit/viewer.ts'
import { webhookEvents } from '../model/event.ts'
import { type Webhook, webhookFormats } from '../model/webhook.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** What is shown of a webhook whatever it belongs to. */
export const webhookMembers = {
  id: Type.Integer(),
  uri: Type.String(),
  url: Type.String(),
  format: Type.Enum([...webhookFormats]),
  is_enabled: Type.Boolean(),
  has_secret: Type.Boolean(),
  registered_by: nullable(Type.Integer()),
  paused_until: nullable(Type.String()),
  created_on: Type.String(),
  updated_on: Type.String(),
  deliveries_uri: Type.String(),
}

export const WebhookRepresentation = Type.Object(
  {
    ...webhookMembers,
    tracker_id: Type.Integer(),
    events: Type.Array(Type.Enum([...webhookEvents.tracker])),
  },
  { title: 'TrackerWebhook', additionalProperties: false },
)
export type WebhookRepresentation = Static<typeof WebhookRepresentation>

/** With the secret that was just made: it is shown this once. */
export const WebhookWithSecretRepresentation = Type.Object(
  { ...WebhookRepresentation.properties, secret: Type.Optional(Type.String()) },
  { title: 'TrackerWebhookWithSecret', additionalProperties: false },
)

export const representWebhook = (webhook: Webhook<'tracker'>, viewer: Viewer): WebhookRepresentation => ({
  ...representWebhookMembers(webhook, 'tracker_webhooks', viewer),
  tracker_id: webhook.owner.id,
  events: [...webhook.events],
})

/** `place`: where webhooks of its kind are found. */
export const representWebhookMembers = (webhook: Webhook, place: string, { timezone }: Viewer) => ({
  id: webhook.id,
  uri: `${place}/${webhook.id}`,
  url: webhook.url,
  format: webhook.format,
  is_enabled: webhook.isEnabled,
  has_secret: webhook.sealedSecret !== null,
  registered_by: webhook.registeredBy,
  paused_until: webhook.pausedUntil === null ? null : isoDate(webhook.pausedUntil, timezone),
  created_on: isoDate(webhook.createdOn, timezone),
  updated_on: isoDate(webhook.updatedOn, timezone),
  deliveries_uri: `${place}/${webhook.id}/deliveries`,
})
