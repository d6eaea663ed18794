import { Type } from '../../kit/values/schema.ts'
import { type WebhookFormat, webhookFormats } from '../model/webhook.ts'

const url = Type.String({ minLength: 1, maxLength: 2000 })
const secret = Type.Optional(Type.String({ minLength: 16, maxLength: 200 }))

/** Schema of a new webhook with these events. */
export const buildNewWebhookSchema = <const Event extends string>(events: readonly Event[]) =>
  Type.Object({
    url,
    events: Type.Array(Type.Unsafe<Event>(Type.Enum([...events])), {
      minItems: 1,
      maxItems: events.length,
      default: [...events],
    }),
    format: Type.Enum([...webhookFormats], { default: 'json' }),
    secret,
    is_enabled: Type.Boolean({ default: true }),
  })

/** Schema of a webhook update; omitted members stay as they are. */
export const buildWebhookChangeSchema = <const Event extends string>(events: readonly Event[]) =>
  Type.Object({
    url: Type.Optional(url),
    events: Type.Optional(
      Type.Array(Type.Unsafe<Event>(Type.Enum([...events])), { minItems: 1, maxItems: events.length }),
    ),
    format: Type.Optional(Type.Enum([...webhookFormats])),
    secret,
    is_enabled: Type.Optional(Type.Boolean()),
  })

interface NewWebhookInput<Event> {
  readonly url: string
  readonly events: readonly Event[]
  readonly format: WebhookFormat
  readonly secret?: string
  readonly is_enabled: boolean
}

export const parseNewWebhook = <Event>({
  url,
  events,
  format,
  secret,
  is_enabled: isEnabled,
}: NewWebhookInput<Event>) => ({
  url,
  events: [...new Set(events)],
  format,
  secret,
  isEnabled,
})

export const parseWebhookChange = <Event>(input: Partial<NewWebhookInput<Event>>) => {
  const { url, events, format, secret, is_enabled: isEnabled } = input
  return { url, events: events && [...new Set(events)], format, secret, isEnabled }
}
