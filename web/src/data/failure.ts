import { texts } from '../texts/texts.ts'

/** A failed request with a message for users; `status` is 0 without a response. */
export class Failure extends Error {
  readonly status: number
  /** Name of the rejected member, if the response has one. */
  readonly field: string | null
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | null
  /** The whole `error` of the answer. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(message: string, status: number, more: Partial<Pick<Failure, 'field' | 'retryAfter' | 'details'>> = {}) {
    super(message)
    this.status = status
    this.field = more.field ?? null
    this.retryAfter = more.retryAfter ?? null
    this.details = more.details ?? {}
  }
}

/** What is wrong, with the name of the member that each message is about. */
export function listProblems({ details, field, message }: Failure): readonly (readonly [string | null, string])[] {
  const list = details['i18n_error_messages']
  // A single one is the message, whose field may be known better.
  return Array.isArray(list) && list.length > 1
    ? list.map((each) => [fieldOf(`${each}`), `${each}`])
    : [[field, message]]
}

/** The failure of a request without an answer. */
export const createOfflineFailure = (): Failure => new Failure(texts.states.offline, 0)

/** Waits for code that is loaded on demand; without it, the connection is lost. */
export const requireCode = <T>(code: Promise<T>): Promise<T> =>
  code.catch(() => {
    throw createOfflineFailure()
  })

/** The failure of a request whose session has ended, when the user did not sign in again. */
export const createSignedOutFailure = (): Failure =>
  new Failure(`${texts.frame.signedOutTitle}. ${texts.frame.signedOut}`, 401)

/** Parses an error response: `{ error: { code, message } }`, or anything else. */
export async function parseFailure(response: Response): Promise<Failure> {
  const details = errorOf(await response.json().catch(() => null))
  const text = response.status === 500 ? describeFault(response.headers) : (findMessage(details) ?? response.statusText)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new Failure(text, response.status, {
    field: fieldOf(text),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
    details,
  })
}

/** An unexpected error of the server: its id leads to the log, its message to nothing. */
function describeFault(headers: Headers): string {
  const id = headers.get('x-request-id')
  return id === null ? texts.states.problem : texts.states.problemOf(id)
}

/** The message of an error of the API for users; empty: it has none. */
export const readMessage = (error: Readonly<Record<string, unknown>>): string => findMessage(error) ?? ''

/** Only `message` begins with the reason of its status, such as `Bad Request: `. */
const findMessage = (error: Readonly<Record<string, unknown>>): string | undefined =>
  textOf(error['i18n_error_message']) ?? textOf(error['message'])?.replace(/^[A-Z][\w ]{2,40}: (?=\S)/, '')

function errorOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || !('error' in body)) return {}
  if (typeof body.error === 'string') return { message: body.error }
  return typeof body.error === 'object' && body.error !== null ? { ...body.error } : {}
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Messages of the API put the name between back quotes: `password`, `settings[name]`; some contain it as a word: item_name. */
function fieldOf(message: string): string | null {
  const name = /`([\w[\]]+)`/.exec(message)?.[1] ?? /\b[a-z]+_[a-z]+\b/.exec(message)?.[0]
  return name === undefined ? null : (/\[(\w+)\]$/.exec(name)?.[1] ?? name)
}
