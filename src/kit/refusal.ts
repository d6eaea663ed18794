/** Reason of an error response. Each kind has one HTTP status: kit/http/statuses.ts. */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'absent'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'conflict'
  | 'gone'
  | 'stale'
  | 'too-large'
  | 'unprocessable'
  | 'locked'
  | 'precondition-required'
  | 'too-many'
  | 'unavailable'
  | 'not-implemented'
  | 'out-of-space'

export interface RefusalDetails {
  /** Sentence for end users: `i18n_error_message` with an empty specific text (docs/api/rest-conventions.md §1.3). */
  readonly translated?: string
  /** Several sentences: `i18n_error_messages`. */
  readonly translatedList?: readonly string[]
  /** Further members of the `error` object, such as the current version for a stale request. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** Further response headers, in their case on the wire. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A declared, counted, tested error; everything else that is thrown is a bug and becomes a 500. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly details: RefusalDetails

  /** `message` is the specific text after the reason phrase; empty when Tuleap has none. */
  constructor(kind: RefusalKind, message = '', details: RefusalDetails = {}) {
    super(message)
    this.name = 'Refusal'
    this.kind = kind
    this.details = details
  }
}
