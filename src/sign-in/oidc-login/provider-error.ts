import { OutgoingError } from '../../kit/network/outgoing-http.ts'

/** Kinds of errors of an identity provider, for the message to the user. */
export type ProviderErrorKind =
  /** It is down, slow, or returns no valid response. */
  | 'unreachable'
  /** It rejected the sign-in, or the user canceled it. */
  | 'refused'
  /** The response does not match the request, or cannot be verified. */
  | 'untrusted'

export interface ProviderError {
  readonly kind: ProviderErrorKind
  /** For the log: never contains what was sent or received. */
  readonly reason: string
}

const unreachableCodes: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
])

/** Converts an error of the client library; undefined: it is an internal error. */
export function toProviderError(thrown: unknown): ProviderError | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof OutgoingError) return { kind: 'unreachable', reason: error.message }
    const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
    if (code === undefined || !code.startsWith('OAUTH_')) continue
    // RFC 6749 §4.1.2.1, §5.2: an error code, possibly of an extension.
    const detail = 'error' in error && typeof error.error === 'string' ? ` ${error.error.slice(0, 50)}` : ''
    if (detail !== '') return { kind: 'refused', reason: `${code}${detail}` }
    return { kind: unreachableCodes.has(code) ? 'unreachable' : 'untrusted', reason: code }
  }
  return undefined
}
