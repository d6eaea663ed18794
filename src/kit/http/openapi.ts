import type { TSchema } from 'typebox'
import { scopeOf, whyNoScope } from '../scope.ts'
import { describeHeader } from './described-headers.ts'
import { type AnyRoute, isReplayed } from './route.ts'
import { statusOf } from './statuses.ts'

type Json = Readonly<Record<string, unknown>>

const errorSchema = {
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

/** OpenAPI 3.1 of the whole API, made from the routes' own schemas. */
export function describeApi(routes: readonly AnyRoute[], version: string): Json {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tulipwood',
      version,
      description: 'REST API of a project tracker. Addresses below `/api` and `/api/v1` are the same.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }, { url: '/api/v1' }],
    tags: [...new Set(routes.map(tagOf))].sort().map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        accessKey: { type: 'apiKey', in: 'header', name: 'X-Auth-AccessKey' },
        token: { type: 'apiKey', in: 'header', name: 'X-Auth-Token', description: 'together with X-Auth-UserId' },
        basic: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

const tagOf = (route: AnyRoute): string => route.url.split('/')[1] || 'api'

function operation(route: AnyRoute): Json {
  return {
    operationId: `${route.method.toLowerCase()}${route.url.replace(/[/:_]+(\w)/g, (_, first: string) => first.toUpperCase()).replace(/\W/g, '')}`,
    summary: route.summary,
    tags: [tagOf(route)],
    ...(route.isExtension ? { 'x-tulipwood-extension': true } : {}),
    ...scopesOf(route),
    parameters: [
      ...parametersIn('path', route.params),
      ...parametersIn('query', route.query),
      ...(isReplayed(route) ? [idempotencyKey] : []),
      ...(route.honours ?? []).map(describeHeader),
    ],
    ...(route.body === undefined ? {} : { requestBody: bodyOf(route) }),
    responses: responsesOf(route),
    security: securityOf(route),
  }
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Chosen by the client, hard to guess, new for each request. Sent again with the same body within 24 hours, the request is not run again but answered as before, with `Idempotency-Replayed: true`; with another body it is 422.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function parametersIn(place: 'path' | 'query', schema: TSchema | undefined): readonly Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && member['default'] === undefined),
    ...(typeof member['description'] === 'string' ? { description: member['description'] } : {}),
    schema: plain(member),
  }))
}

const bodyOf = (route: AnyRoute): Json => ({
  required: !('~optional' in route.body),
  content: {
    'application/json': { schema: plain(route.body) },
    'application/xml': { schema: {} },
    ...(route.takesCsv ? { 'text/csv': { schema: { type: 'string' } } } : {}),
  },
})

function responsesOf(route: AnyRoute): Json {
  const answers = Object.entries(route.answers).map(([status, schema]) => [status, answerOf(schema, route)] as const)
  const refusals = [400, ...(route.access === 'none' ? [] : [401]), 403, 404].map(
    (status) => [String(status), errorOf()] as const,
  )
  return Object.fromEntries([...refusals, ...answers, ['default', errorOf()] as const])
}

const nextPage: Json = {
  Link: {
    description: '`<…>; rel="next"`: where more follows, the same question behind the last item given.',
    schema: { type: 'string' },
  },
}

function answerOf(schema: TSchema | null, { gives = [], query }: AnyRoute): Json {
  const content = {
    ...(schema === null ? {} : { 'application/json': { schema: plain(schema) } }),
    ...Object.fromEntries(gives.map((type) => [type, { schema: { type: 'string' } }])),
  }
  const isEmpty = Object.keys(content).length === 0
  return {
    description: isEmpty ? 'done; no body' : 'done',
    ...(query?.properties?.cursor === undefined ? {} : { headers: nextPage }),
    ...(isEmpty ? {} : { content }),
  }
}

const errorOf = (): Json => ({
  description: `refused (${Object.keys(statusOf).length} kinds, told by \`error.code\`)`,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

/** What opens it to OAuth2 tokens and narrower access keys, or why nothing does. */
function scopesOf({ scope }: AnyRoute): Json {
  if (typeof scope !== 'string') return { 'x-no-oauth2-scope': whyNoScope[scope.none] }
  return {
    description: `Open to OAuth2 tokens and access keys with the scope \`${scope}\`.`,
    'x-oauth2-scope': scope,
  }
}

function securityOf(route: AnyRoute): readonly Json[] {
  if (route.access === 'none') return []
  const scope = scopeOf(route)
  const ways = [{ accessKey: [] }, { token: [] }, { basic: [] }, ...(scope === undefined ? [] : [{ bearer: [scope] }])]
  return route.access === 'optional' ? [{}, ...ways] : ways
}

/** A schema as JSON: marks of the schema library are not enumerable in it, or start with `~`. */
function plain(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key.startsWith('~') ? undefined : value)))
}
