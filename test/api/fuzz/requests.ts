import fc, { type Arbitrary } from 'fast-check'
import { description } from '../../../src/app/description.ts'
import type { JsonSchema } from '../../../src/kit/http/json-schema.ts'
import { toXml } from '../../../src/kit/http/xml-body.ts'
import { resolveReferences } from '../../kit/resolve-reference.ts'
import { type KnownIds, nearlyValid, oddTexts, oddValue } from './values.ts'

/** One operation of the API's own description. */
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

/** Requests for one operation: right in most parts, wrong in some. */
export function requestsFor(operation: Operation, known: KnownIds): Arbitrary<OddRequest> {
  return fc
    .record({
      path: pathOf(operation, known),
      query: queryOf(operation, known),
      sent: bodyOf(operation, known),
      headers: oddHeaders,
    })
    .map(({ path, query, sent, headers }) => ({
      method: operation.method,
      url: `/api${path}${operation.path === endless ? ending(query) : query}`,
      headers: { ...sent.headers, ...headers },
      payload: sent.payload,
    }))
}

/** Answered for ever, unless it is asked not to be. */
const endless = '/changes/stream'
const ending = (query: string): string =>
  `${query.replaceAll(/([?&])follow=[^&]*/g, '$1')}${query === '' ? '?' : '&'}follow=false`

// What a path may hold that no encoder would write.
const rawSegments = ['%', '%zz', '%ff', '%ED%A0%80', '%00', '%2e%2e%2f', 'a%2fb', 'self', '101_3', '-1', '+7', '.json']

function pathOf({ path }: Operation, known: KnownIds): Arbitrary<string> {
  const parts = path.split(/\{\w+\}/)
  const segments = parts.slice(0, -1).map((before) => {
    const own = known.ids.get(before.split('/').at(-2) ?? '') ?? known.numbers
    return fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...own).map(String) },
      { weight: 2, arbitrary: fc.constantFrom(...known.numbers).map(String) },
      { weight: 2, arbitrary: fc.constantFrom(...rawSegments) },
      { weight: 2, arbitrary: fc.constantFrom(...oddTexts.filter((text) => text.length < 1000)).map(encoded) },
    )
  })
  return fc.tuple(...segments).map((ids) => parts.map((part, index) => part + (ids[index] ?? '')).join(''))
}

/** As a browser writes it; half a surrogate pair becomes the bytes some clients send for it. */
const encoded = (text: string): string =>
  text.isWellFormed()
    ? encodeURIComponent(text)
    : encodeURIComponent(text.toWellFormed()).replace('%EF%BF%BD', '%ED%A0%80')

/** Words that mean something in the JSON of a `query` or in an `expert_query`. */
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

const queryText = (known: KnownIds): Arbitrary<string> =>
  fc.oneof(
    fc
      .dictionary(fc.constantFrom(...criteria, ...known.words), oddValue, { maxKeys: 3 })
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

function queryOf({ query }: Operation, known: KnownIds): Arbitrary<string> {
  const member = (name: string, schema: JsonSchema): Arbitrary<string> =>
    fc
      .tuple(
        fc.constantFrom(name, name, name, name, name, `${name}[]`, `${name}[a]`, name.toUpperCase()),
        fc.oneof(
          {
            weight: 3,
            arbitrary: nearlyValid(schema, known).map((value) =>
              typeof value === 'string' ? value : JSON.stringify(value),
            ),
          },
          { weight: 2, arbitrary: queryText(known) },
        ),
      )
      .map(([key, value]) => `${key}=${encoded(value.slice(0, 6000))}`)
  const named = Object.entries(query).map(([name, schema]) =>
    fc.option(member(name, schema), { nil: undefined, freq: 2 }),
  )
  const strange = fc.constantFrom('__proto__=1', '__proto__[x]=1', '=', '&&', '%=%', 'x=%ff', '{"a":"b"}', 'limit=1')
  return fc
    .tuple(fc.tuple(...named), fc.option(strange, { nil: undefined, freq: 6 }))
    .map(([some, other]) => [...some, other].filter((part) => part !== undefined).join('&'))
    .map((text) => (text === '' ? '' : `?${text}`))
}

export interface RequestBody {
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Buffer | undefined
}

const nothing: RequestBody = { headers: {}, payload: undefined }
const sent = (type: string | undefined, payload: string | Buffer): RequestBody => ({
  headers: type === undefined ? {} : { 'content-type': type },
  payload: Buffer.from(payload),
})

// Bodies that are wrong as a whole.
const broken: readonly RequestBody[] = [
  nothing,
  sent('application/json', ''),
  sent('application/json', '{'),
  sent('application/json', 'null'),
  sent('application/json', '"text"'),
  sent('application/json', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
  sent('application/json', '['.repeat(100_000)),
  sent('application/json', `${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  sent('application/json', '{"a":1,"a":2,"__proto__":{"b":3}}'),
  sent('application/json', `{"text":"${'x'.repeat(1_000_000)}"}`),
  sent('application/json', `{"text":"${'x'.repeat(1_100_000)}"}`),
  sent('application/json', '\ufeff{}'),
  sent('application/json', `["\\u0000",${'['.repeat(20_000)}${']'.repeat(20_001)}`),
  sent('application/xml', '<request>'),
  sent('application/xml', '<!DOCTYPE r [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]><r>&c;</r>'),
  sent('application/xml', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><r><label>&x;</label></r>'),
  sent('application/xml', '<r><__proto__><a>1</a></__proto__></r>'),
  sent('application/xml', `${'<a>'.repeat(20_000)}`),
  sent('application/xml', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`),
  sent('application/xml', '<r><label>&#0;</label></r>'),
  sent('application/x-www-form-urlencoded', 'username=a%00b&password=%00'),
  sent('application/x-www-form-urlencoded', 'username=%ff&__proto__=1&password=%ED%A0%80'),
  sent('multipart/form-data; boundary=x', '--x--'),
  sent('text/plain', '{}'),
  sent(';', '{}'),
  sent(undefined, '{"a":'),
]

function bodyOf({ method, body }: Operation, known: KnownIds): Arbitrary<RequestBody> {
  const wrong = fc.constantFrom(...broken)
  if (body === undefined)
    return method === 'GET' || method === 'DELETE'
      ? fc.oneof({ weight: 5, arbitrary: fc.constant(nothing) }, wrong)
      : wrong
  const value = nearlyValid(body, known)
  return fc.oneof(
    { weight: 12, arbitrary: value.map((one) => sent('application/json', JSON.stringify(one) ?? '')) },
    { weight: 3, arbitrary: value.map((one) => sent('application/xml', toXml(one))) },
    { weight: 1, arbitrary: value.map((one) => sent(undefined, JSON.stringify(one) ?? '')) },
    { weight: 4, arbitrary: wrong },
  )
}

const junk = fc.string({ minLength: 1, maxLength: 40 }).map((text) => text.replace(/[^ -~]/g, '?'))

const basic = (text: string | Buffer): string => `Basic ${Buffer.from(text).toString('base64')}`

/** Headers beside the body's own; those that sign in replace the caller's. */
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
