import { Message } from './message.ts'

/** Reason of an error response. Each kind has one HTTP status: http/responses/statuses.ts. */
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
  readonly translated?: string | Message
  /** Several sentences: `i18n_error_messages`. */
  readonly translatedList?: readonly (string | Message)[]
  /** Further members of the `error` object, such as the current version for a stale request. Messages are translated. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** Further response headers, in their case on the wire. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A declared, counted, tested error; everything else that is thrown is a bug and becomes a 500. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  /** The text of `message`, for translations. */
  readonly text: Message
  readonly details: RefusalDetails

  /** `text` is the specific text after the reason phrase; empty when Tuleap has none. */
  constructor(kind: RefusalKind, text: string | Message = '', details: RefusalDetails = {}) {
    super(`${text}`)
    this.name = 'Refusal'
    this.kind = kind
    this.text = text instanceof Message ? text : new Message(text)
    this.details = details
  }
}
