import fc, { type Arbitrary } from 'fast-check'
import { description } from '../../../src/app/api/description.ts'
import type { JsonSchema } from '../../../src/http/requests/json-schema.ts'
import { toXml } from '../../../src/http/requests/xml-body.ts'
import { resolveReferences } from '../../kit/resolve-reference.ts'
import { generateNearlyValid, type KnownIds, oddTexts, oddValue } from './values.ts'

/** An operation of the API description. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, JsonSchema>>
  readonly body: JsonSchema | undefined
}

export interface OddRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Buffer | undefined
}

interface DescribedOperation {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } }
}

export const operations: readonly Operation[] = Object.entries(
  description['paths'] as Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>,
).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, { parameters, requestBody }]) => ({
    method: verb.toUpperCase(),
    path,
    query: Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) => [name, resolveReferences(schema) as JsonSchema]),
    ),
    body: resolveReferences(requestBody?.content['application/json'].schema) as JsonSchema | undefined,
  })),
)

/** Returns requests for one operation that are mostly valid. */
export function generateRequests(operation: Operation, knownIds: KnownIds): Arbitrary<OddRequest> {
  return fc
    .record({
      path: pathOf(operation, knownIds),
      query: queryOf(operation, knownIds),
      sent: bodyOf(operation, knownIds),
      headers: oddHeaders,
    })
    .map(({ path, query, sent, headers }) => ({
      method: operation.method,
      url: `/api${path}${operation.path === streamPath ? withoutFollow(query) : query}`,
      headers: { ...sent.headers, ...headers },
      payload: sent.payload,
    }))
}

/** The stream ends only with `follow=false`. */
const streamPath = '/changes/stream'
const withoutFollow = (query: string): string =>
  `${query.replaceAll(/([?&])follow=[^&]*/g, '$1')}${query === '' ? '?' : '&'}follow=false`

// Path segments that no encoder writes.
const rawSegments = ['%', '%zz', '%ff', '%ED%A0%80', '%00', '%2e%2e%2f', 'a%2fb', 'self', '101_3', '-1', '+7', '.json']

function pathOf({ path }: Operation, knownIds: KnownIds): Arbitrary<string> {
  const parts = path.split(/\{\w+\}/)
  const segments = parts.slice(0, -1).map((before) => {
    const idsOfSegment = knownIds.ids.get(before.split('/').at(-2) ?? '') ?? knownIds.numbers
    return fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...idsOfSegment).map(String) },
      { weight: 2, arbitrary: fc.constantFrom(...knownIds.numbers).map(String) },
      { weight: 2, arbitrary: fc.constantFrom(...rawSegments) },
      { weight: 2, arbitrary: fc.constantFrom(...oddTexts.filter((text) => text.length < 1000)).map(encoded) },
    )
  })
  return fc.tuple(...segments).map((ids) => parts.map((part, index) => part + (ids[index] ?? '')).join(''))
}

/** Encodes like a browser; an unpaired surrogate becomes the bytes that some clients send for it. */
const encoded = (text: string): string =>
  text.isWellFormed()
    ? encodeURIComponent(text)
    : encodeURIComponent(text.toWellFormed()).replace('%EF%BF%BD', '%ED%A0%80')

/** Names with a meaning in the JSON of `query` or in `expert_query`. */
const criteria = [
  'shortname',
  'username',
  'loginname',
  'email',
  'is_member_of',
  'is_admin_of',
  'is_tracker_admin',
  'with_status',
  'status',
  'with_system_user_groups',
  'assigned_to',
  'submitted_by',
  'tracker',
  'title',
  'operator',
  'value',
] // prettier-ignore

const queryText = (knownIds: KnownIds): Arbitrary<string> =>
  fc.oneof(
    fc
      .dictionary(fc.constantFrom(...criteria, ...knownIds.words), oddValue, { maxKeys: 3 })
      .map((value) => JSON.stringify(value)),
    fc.constantFrom(...oddTexts),
    fc.constantFrom(
      '{',
      '[]',
      '"x"',
      '{"__proto__":1}',
      'title = "x"',
      '@title = "x" AND (',
      `${'('.repeat(5000)}`,
      '{}',
    ),
  )

function queryOf({ query }: Operation, knownIds: KnownIds): Arbitrary<string> {
  const member = (name: string, schema: JsonSchema): Arbitrary<string> =>
    fc
      .tuple(
        fc.constantFrom(name, name, name, name, name, `${name}[]`, `${name}[a]`, name.toUpperCase()),
        fc.oneof(
          {
            weight: 3,
            arbitrary: generateNearlyValid(schema, knownIds).map((value) =>
              typeof value === 'string' ? value : JSON.stringify(value),
            ),
          },
          { weight: 2, arbitrary: queryText(knownIds) },
        ),
      )
      .map(([key, value]) => `${key}=${encoded(value.slice(0, 6000))}`)
  const parameters = Object.entries(query).map(([name, schema]) =>
    fc.option(member(name, schema), { nil: undefined, freq: 2 }),
  )
  const invalidParameters = fc.constantFrom(
    '__proto__=1',
    '__proto__[x]=1',
    '=',
    '&&',
    '%=%',
    'x=%ff',
    '{"a":"b"}',
    'limit=1',
  )
  return fc
    .tuple(fc.tuple(...parameters), fc.option(invalidParameters, { nil: undefined, freq: 6 }))
    .map(([some, other]) => [...some, other].filter((part) => part !== undefined).join('&'))
    .map((text) => (text === '' ? '' : `?${text}`))
}

export interface RequestBody {
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Buffer | undefined
}

const emptyBody: RequestBody = { headers: {}, payload: undefined }
const bodyOfType = (type: string | undefined, payload: string | Buffer): RequestBody => ({
  headers: type === undefined ? {} : { 'content-type': type },
  payload: Buffer.from(payload),
})

// Bodies that are invalid as a whole.
const invalidBodies: readonly RequestBody[] = [
  emptyBody,
  bodyOfType('application/json', ''),
  bodyOfType('application/json', '{'),
  bodyOfType('application/json', 'null'),
  bodyOfType('application/json', '"text"'),
  bodyOfType('application/json', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
  bodyOfType('application/json', '['.repeat(100_000)),
  bodyOfType('application/json', `${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  bodyOfType('application/json', '{"a":1,"a":2,"__proto__":{"b":3}}'),
  bodyOfType('application/json', `{"text":"${'x'.repeat(1_000_000)}"}`),
  bodyOfType('application/json', `{"text":"${'x'.repeat(1_100_000)}"}`),
  bodyOfType('application/json', '\ufeff{}'),
  bodyOfType('application/json', `["\\u0000",${'['.repeat(20_000)}${']'.repeat(20_001)}`),
  bodyOfType('application/xml', '<request>'),
  bodyOfType('application/xml', '<!DOCTYPE r [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]><r>&c;</r>'),
  bodyOfType('application/xml', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><r><label>&x;</label></r>'),
  bodyOfType('application/xml', '<r><__proto__><a>1</a></__proto__></r>'),
  bodyOfType('application/xml', `${'<a>'.repeat(20_000)}`),
  bodyOfType('application/xml', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`),
  bodyOfType('application/xml', '<r><label>&#0;</label></r>'),
  bodyOfType('application/x-www-form-urlencoded', 'username=a%00b&password=%00'),
  bodyOfType('application/x-www-form-urlencoded', 'username=%ff&__proto__=1&password=%ED%A0%80'),
  bodyOfType('multipart/form-data; boundary=x', '--x--'),
  bodyOfType('text/plain', '{}'),
  bodyOfType(';', '{}'),
  bodyOfType(undefined, '{"a":'),
]

function bodyOf({ method, body }: Operation, knownIds: KnownIds): Arbitrary<RequestBody> {
  const invalidBody = fc.constantFrom(...invalidBodies)
  if (body === undefined)
    return method === 'GET' || method === 'DELETE'
      ? fc.oneof({ weight: 5, arbitrary: fc.constant(emptyBody) }, invalidBody)
      : invalidBody
  const value = generateNearlyValid(body, knownIds)
  return fc.oneof(
    { weight: 12, arbitrary: value.map((one) => bodyOfType('application/json', JSON.stringify(one) ?? '')) },
    { weight: 3, arbitrary: value.map((one) => bodyOfType('application/xml', toXml(one))) },
    { weight: 1, arbitrary: value.map((one) => bodyOfType(undefined, JSON.stringify(one) ?? '')) },
    { weight: 4, arbitrary: invalidBody },
  )
}

const junk = fc.string({ minLength: 1, maxLength: 40 }).map((text) => text.replace(/[^ -~]/g, '?'))

const basic = (text: string | Buffer): string => `Basic ${Buffer.from(text).toString('base64')}`

/** Additional headers; those with credentials replace the credentials of the caller. */
export const oddHeaders: Arbitrary<Readonly<Record<string, string>>> = fc.oneof(
  { weight: 10, arbitrary: fc.constant({}) },
  {
    weight: 5,
    arbitrary: fc.record(
      {
        accept: fc.constantFrom(
          'application/xml',
          '*/*',
          'text/plain',
          'text/*;q=0',
          'application/json;q=x',
          ',;,',
          '\t',
        ),
        'accept-charset': fc.constantFrom('utf-16', '*', 'iso-8859-1;q=0'),
        'accept-encoding': fc.constantFrom('gzip', 'br;q=0', 'zstd', 'x, y', '*'),
        'if-match': fc.oneof(
          fc.constantFrom('*', '"x"', 'W/"x"', '"', '', '"a", "b", *', '\\', '"x'.repeat(2000), '9'.repeat(40), '0'),
          junk,
        ),
        'if-unmodified-since': fc.oneof(
          fc.constantFrom('Sun, 06 Nov 1994 08:49:37 GMT', '2026-02-30T25:61:61+99:99', '1e99', '-1', '', '*', 'NaN'),
          junk,
        ),
        'content-encoding': fc.constantFrom('gzip', 'identity', 'x', ''),
        'if-none-match': fc.oneof(fc.constant('*'), junk),
        'if-modified-since': junk,
        'idempotency-key': fc.oneof(fc.constantFrom('k1', '"k2"', '', 'k'.repeat(256)), junk),
        prefer: fc.oneof(fc.constantFrom('dry-run', 'respond-async, dry-run; x="', '=,;"'), junk),
        'x-http-method-override': fc.constantFrom('DELETE', 'PATCH', 'TRACE', '__proto__', 'put'),
        'x-forwarded-for': junk,
        'x-forwarded-host': junk,
        'x-forwarded-proto': junk,
        host: fc.constantFrom('evil.example', 'a b', '"><script>', '[::1]:80', ''),
        range: fc.constantFrom('bytes=0-0', 'bytes=-', 'x'),
        'x-auth-userid': fc.oneof(fc.constantFrom('101', '-1', '9'.repeat(30), '1e3'), junk),
      },
      { requiredKeys: [] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.record({ 'x-auth-accesskey': fc.oneof(junk, fc.constant(`tlp-k1-${'9'.repeat(30)}.${'ab'.repeat(32)}`)) }),
      fc.record({ 'x-auth-token': junk, 'x-auth-userid': fc.oneof(junk, fc.constant('9'.repeat(30))) }),
      fc.record({
        authorization: fc.oneof(
          junk,
          fc.constantFrom('Bearer', 'Bearer x', 'Basic', 'Basic ????', `Bearer tlp-oauth2-at1-1.${'0'.repeat(64)}`),
        ),
      }),
      fc.record({
        authorization: fc.constantFrom(
          basic('admin:no'),
          basic('a\u0000b:c'),
          basic(Buffer.from([0xff, 0x3a, 0xfe])),
          basic(`${'x'.repeat(5000)}:y`),
        ),
      }),
      fc.record({ cookie: fc.oneof(junk, fc.constantFrom('tulipwood_session=x', 'tulipwood_session=%00; a', '=;;=')) }),
    ),
  },
)
