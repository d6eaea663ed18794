import { createHmac } from 'node:crypto'
import { stringifyWellFormed } from '../../kit/text/well-formed.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Delivery } from '../model/delivery.ts'
import type { WebhookFormat } from '../model/webhook.ts'

/** Serializes a payload; a form has the JSON as its member `payload`. */
export function serializeBody(payload: object, format: WebhookFormat): string {
  const json = stringifyWellFormed(payload)
  return format === 'json' ? json : new URLSearchParams({ payload: json }).toString()
}

/** Parses a body of either format. */
export function parseBody(body: string): object {
  const json = body.startsWith('{') ? body : new URLSearchParams(body).get('payload')
  // serializeBody created it.
  return JSON.parse(json ?? '') as object
}

/** Builds the headers of a delivery: content type, event, and signature. */
export const buildHeaders = (
  { event, requestId }: Pick<Delivery, 'event' | 'requestId'>,
  body: string,
  options: { readonly format: WebhookFormat; readonly secret: string; readonly at: EpochSeconds },
): Record<string, string> => ({
  'Content-Type': options.format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
  'User-Agent': 'Tulipwood',
  'X-Tulipwood-Event': event,
  'X-Tulipwood-Delivery': requestId,
  'X-Tulipwood-Timestamp': `${options.at}`,
  'X-Tulipwood-Signature': signBody(body, options),
})

/**
 * The signature covers the timestamp, a dot, and the body: a recorded request cannot be replayed with a later
 * timestamp.
 */
const signBody = (body: string, { secret, at }: { readonly secret: string; readonly at: EpochSeconds }): string =>
  `sha256=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
