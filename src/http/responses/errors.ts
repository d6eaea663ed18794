import { Message } from '../../kit/messages/message.ts'
import { createOutageRefusal, retryAfterSeconds } from '../../kit/messages/outage.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Translate, withoutTranslation } from '../../kit/messages/translate.ts'
import { addStatusPrefix, statusOf } from './statuses.ts'

export interface ErrorResponse {
  readonly status: number
  readonly body: { readonly error: Readonly<Record<string, unknown>> }
  readonly headers: Readonly<Record<string, string>>
  /** Its sentences for end users are in the language of the request. */
  readonly isTranslated: boolean
}

// docs/api/authentication.md §1.2: the schemes of Tuleap, well formed.
export const realm = 'realm="Tulipwood API"'
const schemes = ['Basic', 'Token', 'AccessKey', 'Bearer'].map((scheme) => `${scheme} ${realm}`)
export const challenge = schemes.join(', ')
/** Challenge for a token that is unknown, expired or revoked: the client needs a new one (RFC 6750 §3.1). */
export const challengeInvalidToken = `${challenge}, error="invalid_token"`
const challengeOfPages = schemes.slice(1).join(', ')

/** Returns the challenge without Basic for pages: a browser would otherwise show its own password dialog. */
export const authenticateChallenge = (headers: Readonly<Record<string, unknown>>): string =>
  headers['sec-fetch-site'] === 'same-origin' ? challengeOfPages : challenge

/**
 * Returns the response to anything thrown; only refusals contain more than their status (docs/api/rest-conventions.md
 * §1.3). A request in another language gets the sentence for end users in its language; `message` stays English.
 */
export function toErrorResponse(thrown: unknown, translate: Translate = withoutTranslation): ErrorResponse {
  const refusal = toRefusal(thrown)
  const status = refusal === null ? 500 : statusOf[refusal.kind]
  const { translated, translatedList, extra = {}, headers = {} } = refusal?.details ?? {}
  const sentence = translate(translated ?? (refusal?.message ? refusal.text : addStatusPrefix(status, '')))
  return {
    status,
    body: {
      error: {
        code: status,
        message: addStatusPrefix(status, refusal?.message ?? ''),
        ...(translated === undefined && sentence === undefined
          ? {}
          : { i18n_error_message: sentence ?? `${translated}` }),
        ...(translatedList === undefined
          ? {}
          : { i18n_error_messages: translatedList.map((each) => translate(each) ?? `${each}`) }),
        ...Object.fromEntries(Object.entries(extra).map(([name, value]) => [name, toText(value, translate)])),
      },
    },
    headers: refusal === null ? {} : { ...headersOfStatus(status), ...headers },
    isTranslated: sentence !== undefined,
  }
}

/** Further members that are messages are texts in the language of the request. */
const toText = (value: unknown, translate: Translate): unknown =>
  value instanceof Message ? (translate(value) ?? `${value}`) : value

function headersOfStatus(status: number): Readonly<Record<string, string>> {
  if (status === 401) return { 'WWW-Authenticate': challenge }
  return status === 503 ? { 'Retry-After': `${retryAfterSeconds}` } : {}
}

/** Converts errors of the HTTP library about the request into refusals; null for an internal error. */
function toRefusal(thrown: unknown): Refusal | null {
  if (thrown instanceof Refusal) return thrown
  const outage = createOutageRefusal(thrown)
  if (outage !== undefined) return outage
  const status = thrown instanceof Error && 'statusCode' in thrown ? thrown.statusCode : undefined
  if (status === 413) return new Refusal('too-large', 'The body of the request is larger than this route accepts.')
  if (status === 415) return new Refusal('forbidden', 'Content type is not supported.')
  if (status === 404) return new Refusal('absent')
  if (status === 503) return new Refusal('unavailable', 'The server is stopping.')
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Refusal('invalid', 'The request is malformed.')
  return null
}
