import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Catalogues, createTranslate } from '../../kit/messages/translate.ts'
import type { Config } from '../../kit/system/config.ts'
import { limitId } from '../../kit/values/ids.ts'
import { getScope } from '../../kit/values/scope.ts'
import type { World } from '../../world/model/world.ts'
import type { AuthenticationInput, Authenticator } from '../declarations/authenticator.ts'
import { refuseUnknownParameters, refuseUnsupportedDryRun } from '../declarations/refuse-unsupported.ts'
import { rejectQueryToken } from '../declarations/reject-query-token.ts'
import type { AnyRoute, RouteRequest } from '../declarations/route.ts'
import { assertKnown } from '../requests/body.ts'
import { negotiateFormat } from '../requests/format.ts'
import { parseMediaType } from '../requests/media-type.ts'
import { assertOverridable } from '../requests/method-override.ts'
import { findAcceptedType } from '../requests/negotiate.ts'
import { getRequestOrigin } from '../requests/origin.ts'
import { assertReadableUrl } from '../requests/percent-encoding.ts'
import { validateInput, validateMembers } from '../requests/validate.ts'
import { convertMemberLists, withLists } from '../requests/xml-lists.ts'
import { markTranslation } from '../responses/vary-by-language.ts'
import { setCaller } from './response-headers.ts'

/**
 * Returns the validated request of an authenticated caller with the world for it, or throws the first refusal (docs/api/rest-conventions.md
 * §1.4, docs/api/artifacts.md §1.1): media type of the body, path, format of the response, credentials, parameters.
 */
export async function parseRequest(
  route: AnyRoute,
  request: FastifyRequest,
  config: Config,
  authenticator: Authenticator,
  catalogues: Catalogues,
): Promise<[RouteRequest<unknown, unknown, unknown>, World]> {
  assertOverridable(request.raw)
  if (request.headers['content-type'] !== undefined) assertKnown(parseMediaType(request), route.acceptsCsv)
  assertReadableUrl(request.url)
  const params = readParams(route, request)
  // Negotiation comes before authentication, which may need an expensive password check.
  if (!findAcceptedType(route.mediaTypes ?? [], request.headers.accept)) negotiateFormat(request)
  const { world, revisionKey, first } = await authenticator.begin((begun) => route.readFirst?.(params, begun))
  const headers = request.headers as Readonly<Record<string, string | undefined>>
  const { access, allowsRequiredActions, isLinked } = route
  const about = { access, scope: getScope(route), allowsRequiredActions, isLinked }
  const credentials: AuthenticationInput = { headers, method: request.method, address: request.ip, ...about }
  if (route.access !== 'none') rejectQueryToken(request)
  const { caller, credential, publicUrl, timezone } = await authenticator.authenticate(world, credentials)
  refuseUnsupportedDryRun(credentials, route.supportedHeaders)
  refuseUnknownParameters(route, request.query)
  if (route.extraHeaders !== undefined) setCaller(request, caller)
  const parsed = {
    caller,
    credential,
    params,
    query: route.query === undefined ? {} : validateMembers(route.query, request.query),
    body: readBody(route, request.body, parseMediaType(request).toLowerCase() === 'application/xml'),
    headers,
    method: request.method,
    address: request.ip,
    origin: publicUrl ?? getRequestOrigin(request, config),
    timezone,
    revisionKey,
    first,
    translate: markTranslation(request, createTranslate(headers, catalogues)),
  }
  return [parsed, world]
}

function readParams(route: AnyRoute, request: FastifyRequest): Readonly<Record<string, unknown>> {
  if (route.params === undefined) return {}
  const params = request.params as Readonly<Record<string, string>>
  const schema = route.params as { readonly properties?: Readonly<Record<string, { readonly type?: string }>> }
  const possible: Record<string, string> = { ...params }
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (member.type !== 'integer') continue
    const text = params[name] ?? ''
    if (!/^[+-]?\d+(\.\d+)?$/.test(text)) {
      throw new Refusal('invalid', message`invalid value specified for \`${name}\``)
    }
    if (!text.includes('.')) possible[name] = `${limitId(Number(text))}`
  }
  return validateMembers(route.params, possible)
}

/** Parses a body, which may be wrapped in the name of the parameter or not (docs/api/rest-conventions.md §1.2). */
function readBody({ body: schema, bodyName: name }: AnyRoute, input: unknown, isXml: boolean): unknown {
  if (schema === undefined) return undefined
  // An empty root element has no members, as `{}`.
  const value = isXml && input === null ? {} : input
  const formed = (read: unknown): unknown => (isXml ? withLists(schema, read) : read)
  if (name === undefined)
    return isObjectSchema(schema)
      ? validateMembers(schema, toObject(formed(value)))
      : validateInput(schema, formed(value), 'body')
  const isWrapped =
    typeof value === 'object' && value !== null && Object.keys(value).length === 1 && Object.hasOwn(value, name)
  const bare = isWrapped ? parseMember(schema, (value as Record<string, unknown>)[name], isXml) : formed(value)
  if (bare === undefined && admitsNothing(schema)) return undefined
  return validateInput(schema, bare ?? (isObjectSchema(schema) ? {} : bare), name)
}

const parseMember = (schema: TSchema, value: unknown, isXml: boolean): unknown =>
  isXml ? convertMemberLists(schema, value) : value

const isObjectSchema = (schema: { readonly type?: string }): boolean => schema.type === 'object'
const admitsNothing = (schema: object): boolean => '~optional' in schema

function toObject(value: unknown): unknown {
  if (value === undefined) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal('invalid', 'Invalid value specified for `body`. Expecting an item of type `object`')
  return value
}
