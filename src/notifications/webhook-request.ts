import { createHmac } from 'node:crypto'
import type { EpochSeconds } from '../kit/time.ts'
import { jsonText } from '../kit/well-formed.ts'
import type { Delivery } from './model/delivery.ts'
import type { WebhookFormat } from './model/webhook.ts'

/** The body as it goes over the wire; a form has the JSON as its member `payload`. */
export function bodyOf(payload: object, format: WebhookFormat): string {
  const json = jsonText(payload)
  return format === 'json' ? json : new URLSearchParams({ payload: json }).toString()
}

/** What a body was made of, in whichever format. */
export function payloadIn(body: string): object {
  const json = body.startsWith('{') ? body : new URLSearchParams(body).get('payload')
  // bodyOf made it.
  return JSON.parse(json ?? '') as object
}

/** What goes with a body: its form, what it is about, and the proof that it comes from us. */
export const headersOf = (
  { event, requestId }: Pick<Delivery, 'event' | 'requestId'>,
  body: string,
  how: { readonly format: WebhookFormat; readonly secret: string; readonly at: EpochSeconds },
): Record<string, string> => ({
  'Content-Type': how.format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
  'User-Agent': 'Tulipwood',
  'X-Tulipwood-Event': event,
  'X-Tulipwood-Delivery': requestId,
  'X-Tulipwood-Timestamp': `${how.at}`,
  'X-Tulipwood-Signature': signatureOf(body, how),
})

/**
 * The signature covers the time stamp, a dot, and the body: who recorded a request cannot send it again later under
 * another time.
 */
const signatureOf = (body: string, { secret, at }: { readonly secret: string; readonly at: EpochSeconds }): string =>
  `sha256=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
