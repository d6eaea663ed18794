import { OutgoingError } from '../../kit/outgoing.ts'

/** Why nobody came back from a directory, as it concerns who tried. */
export type ProviderErrorKind =
  /** It is down, slow, or gives no answer that means anything. */
  | 'unreachable'
  /** It says no, or the person did. */
  | 'refused'
  /** What came back is not the answer to what was asked, or nobody vouches for it. */
  | 'untrusted'

export interface ProviderError {
  readonly kind: ProviderErrorKind
  /** For the log: never what was sent or received. */
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

/** What a failure of the client library means; undefined: it is a mistake of ours. */
export function toProviderError(thrown: unknown): ProviderError | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof OutgoingError) return { kind: 'unreachable', reason: error.message }
    const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
    if (code === undefined || !code.startsWith('OAUTH_')) continue
    // RFC 6749 §4.1.2.1, §5.2: a word of a list, which others may have added to.
    const said = 'error' in error && typeof error.error === 'string' ? ` ${error.error.slice(0, 50)}` : ''
    if (said !== '') return { kind: 'refused', reason: `${code}${said}` }
    return { kind: unreachableCodes.has(code) ? 'unreachable' : 'untrusted', reason: code }
  }
  return undefined
}
