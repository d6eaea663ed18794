import type { Readable } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import type { WithRevisions } from '../../kit/caches/revision-cache.ts'
import type { Translate } from '../../kit/messages/translate.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Page } from '../../kit/values/page.ts'
import type { NoScope, Scope } from '../../kit/values/scope.ts'
import type { Credential } from '../../world/model/credential.ts'
import type { World } from '../../world/model/world.ts'
import type { SupportedHeader } from './described-headers.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Authentication of a route (docs/api/rest-conventions.md §3): `none`, credentials are not evaluated; `optional`,
 * anonymous where the site allows it; `required`, a valid credential, else 401.
 */
export type Access = 'none' | 'optional' | 'required'

/** A validated request: parameters as their schemas describe them. */
export interface RouteRequest<Params, Query, Body, First = unknown> {
  readonly caller: Caller
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly method: string
  /** How this request was authenticated: the credential's kind and, for an access key or a session, its id. */
  readonly credential: Credential | null
  /** IP address of the client, as trusted proxies forward it. */
  readonly address: string
  /** `https://tracker.example` without final slash, for absolute URLs in responses. */
  readonly origin: string
  /** IANA time zone of dates in responses. */
  readonly timezone: string
  /** Identifies the state of all cached data before authentication: another text once any of it changed. */
  readonly revisionKey: string
  /** What `readFirst` of the route found; undefined: it is not known. */
  readonly first: First | undefined
  /** Translates messages in the body for this request. */
  readonly translate: Translate
}

/** The response: a JSON value, or nothing, with its headers. */
export interface Answer {
  readonly status?: number
  /** undefined: an empty body (docs/api/rest-conventions.md §1.2) */
  readonly body?: unknown
  /** Header names are sent in exactly this case (docs/api/client-needs.md §1). */
  readonly headers?: Readonly<Record<string, string>>
  /** Adds the four pagination headers (docs/api/rest-conventions.md §1.6). */
  readonly page?: Page & { readonly size: number; readonly max: number }
  /** Serialized JSON (a cached body), or the texts of the items of a list. */
  readonly json?: string | readonly string[]
  /** The list of `json` is this member of an object. */
  readonly jsonMember?: string
  /** Any other format than JSON and XML; its Content-Type is in `headers`. */
  readonly stream?: Readable
}

export interface Route<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  Prepared = unknown,
  First = unknown,
> {
  readonly method: Method
  /** Path below `/api`, e.g. `/projects/:id/trackers`. */
  readonly url: string
  readonly access: Access
  readonly scope: Scope | NoScope
  /** Accepts a session with a required action, such as a second factor that must be set up first. */
  readonly allowsRequiredActions?: true
  /** Browsers open it by links, like a file: reading it changes nothing. */
  readonly isLinked?: true
  /** One sentence for the API description. */
  readonly summary: string
  /** True for routes Tuleap does not have. */
  readonly isExtension?: boolean
  /** `Allow` lists its method after the others that Tuleap has at this URL. */
  readonly isListedLast?: boolean
  readonly params?: P
  readonly query?: Q
  /**
   * Body of POST, PUT, PATCH, and of a GET that takes one. `bodyName` is the name of the parameter in error messages
   * (`post_representation[label]`); a body wrapped in that name is accepted as well (docs/api/rest-conventions.md
   * §1.2).
   */
  readonly body?: B
  readonly bodyName?: string
  /** Request headers that it evaluates, for the description: http/described-headers.ts describes each. */
  readonly supportedHeaders?: readonly SupportedHeader[]
  /** An Idempotency-Key is ignored: sign-in, passwords and second factors (decision 0028). */
  readonly isNeverReplayed?: true
  /** Media types that it returns itself, whether `Accept` lists them or not; errors are JSON or XML all the same. */
  readonly mediaTypes?: readonly string[]
  /** Media type of the file that it returns, whatever the client accepts: for the description. */
  readonly downloads?: string
  /** Alternative format of its body: plain CSV is equivalent to `{ "content": "…" }`. */
  readonly acceptsCsv?: boolean
  /** Maximum size of the body in bytes; default 1 MiB. */
  readonly bodyLimit?: number
  /** Schema of each success response by status; null: an empty body. The tests check every response against it. */
  readonly answers: Readonly<Record<number, TSchema | null>>
  /**
   * Returns headers of every response of this URL, including errors and OPTIONS, after the work is done; null: the
   * caller is not known (yet).
   */
  extraHeaders?(caller: Caller | null, world: World): Promise<Readonly<Record<string, string>>>
  /**
   * Reads what depends only on the path, in the same statement as the revision counters, so that it costs no round trip.
   * The caller is not known yet: `answer` gets the result, and checks the permission.
   */
  readFirst?(params: Static<P>, world: World): Promise<WithRevisions<First>> | undefined
  /**
   * Runs before `answer`, which gets its result. A request with an Idempotency-Key is answered within one transaction,
   * or from the stored answer; what must happen outside and each time, such as a password check, belongs here.
   */
  prepare?(request: RouteRequest<Static<P>, Static<Q>, Static<B>, First>, world: World): Promise<Prepared>
  answer(
    request: RouteRequest<Static<P>, Static<Q>, Static<B>, First>,
    world: World,
    prepared: Prepared,
  ): Promise<Answer>
}

// biome-ignore lint/suspicious/noExplicitAny: routes of all shapes share one list
export type AnyRoute = Route<any, any, any, any, any>

/** Returns whether a request with an Idempotency-Key is answered once. */
export const isReplayed = ({ method, isNeverReplayed }: AnyRoute): boolean => method === 'POST' && !isNeverReplayed

/** Declares a route; the types of the parameters of `answer` follow from the schemas. */
export function defineRoute<P extends TSchema, Q extends TSchema, B extends TSchema, Prepared, First>(
  declared: Route<P, Q, B, Prepared, First>,
): AnyRoute {
  return declared
}
