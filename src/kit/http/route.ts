import type { Readable } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import type { Caller } from '../caller.ts'
import type { Credential } from '../credential.ts'
import type { Page } from '../page.ts'
import type { NoScope, Scope } from '../scope.ts'
import type { World } from '../world.ts'
import type { SupportedHeader } from './described-headers.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may knock (docs/api/rest-conventions.md §3): `none` credentials are not looked at; `optional` anonymous where the
 * site allows it; `required` a valid credential, else 401.
 */
export type Access = 'none' | 'optional' | 'required'

/** What arrived, already valid: parameters as their schemas say. */
export interface RouteRequest<Params, Query, Body> {
  readonly caller: Caller
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly method: string
  /** How this request signed in: the credential's kind and, for an access key or a session, its id. */
  readonly credential: Credential | null
  /** Address of the client, behind trusted proxies as they forward it. */
  readonly address: string
  /** `https://tracker.example` without final slash, for absolute addresses in answers. */
  readonly origin: string
  /** IANA time zone of dates in answers. */
  readonly timezone: string
  /** Stands for all that is remembered, as it was before the caller was known: another text once any of it changed. */
  readonly revisionKey: string
}

/** What goes back: a JSON value, or nothing, with what goes beside it. */
export interface Answer {
  readonly status?: number
  /** undefined: an empty body (docs/api/rest-conventions.md §1.2) */
  readonly body?: unknown
  /** Header names are written in exactly this case (docs/api/client-needs.md §1). */
  readonly headers?: Readonly<Record<string, string>>
  /** Writes the four pagination headers (docs/api/rest-conventions.md §1.6). */
  readonly page?: Page & { readonly size: number; readonly max: number }
  /** JSON text that is ready already (a remembered body), or the texts of the items of a list. */
  readonly json?: string | readonly string[]
  /** The list of `json` is this member of an object. */
  readonly jsonMember?: string
  /** Anything but JSON and XML; says its own Content-Type in `headers`. */
  readonly stream?: Readable
}

export interface Route<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  Prepared = unknown,
> {
  readonly method: Method
  /** Below `/api`, e.g. `/projects/:id/trackers`. */
  readonly url: string
  readonly access: Access
  readonly scope: Scope | NoScope
  /** Open to a session that owes something, such as a second factor, before it opens anything else. */
  readonly allowsRequiredActions?: true
  /** Browsers follow links to it, as to a file: reading it changes nothing. */
  readonly isLinked?: true
  /** One sentence for the API description. */
  readonly summary: string
  /** True for routes Tuleap does not have. */
  readonly isExtension?: boolean
  readonly params?: P
  readonly query?: Q
  /**
   * Body of POST, PUT, PATCH, and of a GET that takes one. `bodyName` is the name of the parameter in error messages
   * (`post_representation[label]`); a body wrapped in that name is accepted as well (docs/api/rest-conventions.md
   * §1.2).
   */
  readonly body?: B
  readonly bodyName?: string
  /** Request headers that it looks at, for the description: http/described-headers.ts says what each is for. */
  readonly supportedHeaders?: readonly SupportedHeader[]
  /** An Idempotency-Key is passed over: what it answers is what people sign in with, and never kept. */
  readonly isNeverReplayed?: true
  /** Media types it answers in by itself, asked for by `Accept` or not; refusals are JSON or XML all the same. */
  readonly mediaTypes?: readonly string[]
  /** Media type of the file that it returns, whatever the client accepts: for the description. */
  readonly downloads?: string
  /** Another form of its body: CSV as it is stands for `{ "content": "…" }`. */
  readonly acceptsCsv?: boolean
  /** Largest body in bytes; default 1 MiB. */
  readonly bodyLimit?: number
  /** Schema of each success answer by status; null: an empty body. Every answer of the tests is checked against it. */
  readonly answers: Readonly<Record<number, TSchema | null>>
  /**
   * Headers of every answer at this address, those of refusals and of OPTIONS too, asked for after the work is done; null:
   * nobody is known, or not yet.
   */
  extraHeaders?(caller: Caller | null, world: World): Promise<Readonly<Record<string, string>>>
  /**
   * Runs before `answer`, which gets what it gives. A request with an Idempotency-Key is answered within one transaction,
   * and not at all when it was answered before: what must happen outside and each time, such as asking for a password,
   * stands here.
   */
  prepare?(asked: RouteRequest<Static<P>, Static<Q>, Static<B>>, world: World): Promise<Prepared>
  answer(asked: RouteRequest<Static<P>, Static<Q>, Static<B>>, world: World, prepared: Prepared): Promise<Answer>
}

// biome-ignore lint/suspicious/noExplicitAny: routes of all shapes share one list
export type AnyRoute = Route<any, any, any, any>

/** Whether a request with an Idempotency-Key is answered once. */
export const isReplayed = ({ method, isNeverReplayed }: AnyRoute): boolean => method === 'POST' && !isNeverReplayed

/** Declares a route; the types of what `answer` gets follow from the schemas. */
export function defineRoute<P extends TSchema, Q extends TSchema, B extends TSchema, Prepared>(
  declared: Route<P, Q, B, Prepared>,
): AnyRoute {
  return declared
}
