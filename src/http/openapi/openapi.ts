import { STATUS_CODES } from 'node:http'
import type { TSchema } from 'typebox'
import { getScope, noScopeReasons } from '../../kit/values/scope.ts'
import { describeHeader } from '../declarations/described-headers.ts'
import { type AnyRoute, isReplayed } from '../declarations/route.ts'
import { statusOf } from '../responses/statuses.ts'
import { describePathId } from './describe-path-id.ts'
import { type Json, SchemaComponents } from './describe-schemas.ts'

/** A heading of the description, and the first parts of the paths that belong to it. */
export interface Tag {
  readonly name: string
  readonly description: string
  readonly paths: readonly string[]
}

/** Bodies of one operation: of its request, by `request` or by media type, and of its responses, by status. */
type OperationExamples = Readonly<Record<string, unknown>>

interface ApiOptions {
  readonly version: string
  /** In display order. */
  readonly tags: readonly Tag[]
  /** By method and path of the route, e.g. `GET /artifacts/:id`. */
  readonly examples: Readonly<Record<string, OperationExamples>>
}

interface Context extends ApiOptions {
  readonly components: SchemaComponents
}

/** Describes the whole API as OpenAPI 3.1, from the routes' own schemas. */
export function describeApi(routes: readonly AnyRoute[], options: ApiOptions): Json {
  const context = { ...options, components: new SchemaComponents() }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, context) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tulipwood',
      version: options.version,
      description:
        'REST API of a project tracker. URLs below `/api` and `/api/v1` are the same. Bodies are JSON; every operation also accepts `application/xml` and returns it to clients that ask for it with `Accept`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }, { url: '/api/v1' }],
    security: credentials,
    tags: options.tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: errorSchema, ...context.components.all() },
      responses: errorResponses,
      securitySchemes: {
        accessKey: { type: 'apiKey', in: 'header', name: 'X-Auth-AccessKey', description: 'Access key of a user.' },
        token: { type: 'apiKey', in: 'header', name: 'X-Auth-Token', description: 'Token of `POST /tokens`.' },
        userId: { type: 'apiKey', in: 'header', name: 'X-Auth-UserId', description: 'User of the token.' },
        basic: { type: 'http', scheme: 'basic', description: 'Login name and password.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'Access token of an OAuth2 app.' },
      },
    },
  }
}

const errorSchema: Json = {
  title: 'Error',
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'integer', description: 'HTTP status' },
        message: { type: 'string', description: 'reason phrase, then the specific text' },
        i18n_error_message: { type: 'string', description: 'sentence for end users' },
        i18n_error_messages: { type: 'array', items: { type: 'string' } },
      },
    },
  },
}

const errorResponse = (description: string, code: number, message: string): Json => ({
  description,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      example: { error: { code, message: `${STATUS_CODES[code]}: ${message}` } },
    },
  },
})

const errorResponses = {
  BadRequest: errorResponse('The request is invalid.', 400, '`label` is required.'),
  Unauthorized: errorResponse('Credentials are missing or invalid.', 401, 'Authentication required'),
  Forbidden: errorResponse('The caller does not have the permission.', 403, 'Forbidden'),
  NotFound: errorResponse('The resource does not exist, or the caller cannot see it.', 404, 'Not Found'),
  Error: errorResponse(
    `The request is rejected for one of ${Object.keys(statusOf).length} kinds of reasons; \`error.code\` is the status.`,
    409,
    'The data changed while the request was running. Try again.',
  ),
}

const errorNames: Readonly<Record<number, keyof typeof errorResponses>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
}

const referToError = (name: keyof typeof errorResponses): Json => ({ $ref: `#/components/responses/${name}` })

function operation(route: AnyRoute, context: Context): Json {
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: tagsOf(route, context.tags),
    ...(route.isExtension ? { 'x-tulipwood-extension': true } : {}),
    ...scopesOf(route),
    parameters: [
      ...parametersIn('path', route, context),
      ...parametersIn('query', route, context),
      ...(isReplayed(route) ? [idempotencyKey] : []),
      ...(route.supportedHeaders ?? []).map(describeHeader),
    ],
    ...(route.body === undefined ? {} : { requestBody: bodyOf(route, context) }),
    responses: responsesOf(route, context),
    security: securityOf(route),
  }
}

const operationId = ({ method, url }: AnyRoute): string =>
  `${method.toLowerCase()}${url.replace(/[/:_]+(\w)/g, (_, first: string) => first.toUpperCase()).replace(/\W/g, '')}`

/** `PostTokens`, the beginning of the names of its bodies. */
const nameOf = (route: AnyRoute): string => operationId(route).replace(/^./, (first) => first.toUpperCase())

function tagsOf(route: AnyRoute, tags: readonly Tag[]): readonly string[] {
  const under = tags.find(({ paths }) => paths.some((path) => `${route.url}/`.startsWith(`${path}/`)))
  if (under === undefined) throw new Error(`No tag for ${route.method} ${route.url}: add one to the list of tags`)
  return [under.name]
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Chosen by the client, hard to guess, new for each request. Sent again with the same body within 24 hours, the request is not run again but answered as before, with `Idempotency-Replayed: true`; with another body it is 422.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function parametersIn(place: 'path' | 'query', route: AnyRoute, { components }: Context): readonly Json[] {
  const schema: TSchema | undefined = place === 'path' ? route.params : route.query
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description = describePathId(route.url, name), ...member }]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && member['default'] === undefined),
    ...(description === undefined ? {} : { description }),
    schema: components.describe(member),
  }))
}

function bodyOf(route: AnyRoute, context: Context): Json {
  const examples = examplesOf(route, context)
  return {
    required: !('~optional' in route.body),
    content: {
      'application/json': {
        schema: context.components.describeBody(route.body, `${nameOf(route)}Request`),
        ...exampleAt(examples, 'request'),
      },
      ...(route.acceptsCsv ? { 'text/csv': { schema: { type: 'string' }, ...exampleAt(examples, 'text/csv') } } : {}),
    },
  }
}

const examplesOf = ({ method, url }: AnyRoute, { examples }: Context): OperationExamples =>
  examples[`${method} ${url}`] ?? {}

const exampleAt = (examples: OperationExamples, key: string): Json =>
  Object.hasOwn(examples, key) ? { example: examples[key] } : {}

function responsesOf(route: AnyRoute, context: Context): Json {
  const answers = Object.entries(route.answers).map(
    ([status, schema]) => [status, answerOf(status, schema, route, context)] as const,
  )
  const errors = [400, ...(route.access === 'none' ? [] : [401]), 403, 404].map(
    (status) => [status, referToError(errorNames[status] ?? 'Error')] as const,
  )
  return Object.fromEntries([...errors, ...answers, ['default', referToError('Error')] as const])
}

const nextPage: Json = {
  Link: {
    description: '`<…>; rel="next"`: URL of the next page of the same query.',
    schema: { type: 'string' },
  },
}

function answerOf(status: string, schema: TSchema | null, route: AnyRoute, context: Context): Json {
  const examples = examplesOf(route, context)
  const name = `${nameOf(route)}${Object.keys(route.answers).length === 1 ? '' : status}Response`
  const json = schema && {
    schema: context.components.describeBody(schema as Json, name),
    ...exampleAt(examples, status),
  }
  const types = [...(route.mediaTypes ?? []), ...(route.downloads === undefined ? [] : [route.downloads])]
  const texts = types.map((type) => [type, { schema: { type: 'string' }, ...exampleAt(examples, type) }])
  const content = { ...(json === null ? {} : { 'application/json': json }), ...Object.fromEntries(texts) }
  const isEmpty = Object.keys(content).length === 0
  return {
    description: isEmpty ? `${STATUS_CODES[status]}, without a body` : STATUS_CODES[status],
    ...(route.query?.properties?.cursor === undefined ? {} : { headers: nextPage }),
    ...(isEmpty ? {} : { content }),
  }
}

/** Describes the scope for OAuth2 tokens and restricted access keys, or why there is none. */
function scopesOf({ scope }: AnyRoute): Json {
  if (typeof scope !== 'string') return { 'x-no-oauth2-scope': noScopeReasons[scope.none] }
  return {
    description: `OAuth2 tokens and access keys need the scope \`${scope}\`.`,
    'x-oauth2-scope': scope,
  }
}

/** Each of them is sufficient. */
const credentials: readonly Json[] = [{ accessKey: [] }, { token: [], userId: [] }, { basic: [] }, { bearer: [] }]

function securityOf(route: AnyRoute): readonly Json[] {
  if (route.access === 'none') return []
  const scope = getScope(route)
  const accepted = credentials.flatMap((each) => {
    if (!Object.hasOwn(each, 'bearer')) return [each]
    return scope === undefined ? [] : [{ bearer: [scope] }]
  })
  return route.access === 'optional' ? [{}, ...accepted] : accepted
}
