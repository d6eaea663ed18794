import type { ReactNode } from 'react'
import { Failure } from '../../data/failure.ts'
import { Button } from '../../design/button.tsx'
import { Checkbox, Choices } from '../../design/checkbox.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { Select } from '../../design/select.tsx'
import { webhookTexts as words } from '../../texts/part-texts/webhook-texts.ts'
import type { Webhook, WebhookEventName } from './webhook-kind.ts'

const formats = ['json', 'form'] as const

export interface WebhookInput {
  readonly url?: string
  readonly events?: readonly string[]
  readonly format?: string
  readonly secret?: string
}

interface WebhookFormProps {
  /** undefined: a new one */
  readonly webhook?: Webhook
  readonly events: readonly WebhookEventName[]
  /** Gets what differs from the webhook. */
  readonly onSend: (input: WebhookInput) => Promise<void>
}

/** Settings of a new or existing webhook. */
export const WebhookForm = ({ webhook, events, onSend }: WebhookFormProps): ReactNode => (
  <Form onSend={(values) => onSend(readInput(values, events, webhook))}>
    <TextField
      name="url"
      type="url"
      label={words.url}
      hint={words.urlHint}
      isCode
      isRequired
      maxLength={2000}
      autoComplete="off"
      placeholder="https://builds.example.com/hook"
      {...(webhook && { defaultValue: webhook.url })}
    />
    {events.length > 1 && (
      <Choices name="events" label={words.events}>
        {events.map((event) => (
          <Checkbox
            key={event}
            name="events"
            value={event}
            label={words.eventNames[event]}
            defaultChecked={hasEvent(webhook, event)}
          />
        ))}
      </Choices>
    )}
    <Select
      name="format"
      isRequired
      label={words.format}
      defaultValue={webhook?.format ?? 'json'}
      options={formats.map((value) => ({ value, label: words.formats[value] }))}
    />
    <TextField
      name="secret"
      label={webhook?.has_secret ? words.newSecret : words.secret}
      hint={webhook?.has_secret ? words.newSecretHint : words.secretHint}
      isCode
      minLength={16}
      maxLength={200}
      autoComplete="off"
    />
    <p>{words.owner}</p>
    <FormActions>
      <Button type="submit" kind="primary">
        {webhook === undefined ? words.submit : words.save}
      </Button>
    </FormActions>
  </Form>
)

const hasEvent = (webhook: Webhook | undefined, event: WebhookEventName): boolean =>
  webhook === undefined || webhook.events.some((each) => each === event)

function readInput(
  values: FormValues,
  events: readonly WebhookEventName[],
  webhook: Webhook | undefined,
): WebhookInput {
  const [url, format, secret] = [values.text('url').trim(), values.text('format'), values.text('secret')]
  const chosen = values.all('events')
  const canChoose = events.length > 1
  if (canChoose && chosen.length === 0) throw new Failure(words.noEvents, 400, { field: 'events' })
  const areEventsNew = events.some((event) => chosen.includes(event) !== hasEvent(webhook, event))
  return {
    ...(url !== webhook?.url && { url }),
    ...(canChoose && (webhook === undefined || areEventsNew) && { events: chosen }),
    ...(format !== webhook?.format && { format }),
    ...(secret !== '' && { secret }),
  }
}
