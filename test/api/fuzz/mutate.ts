import fc, { type Arbitrary } from 'fast-check'
import { toXml } from '../../../src/http/requests/xml-body.ts'
import type { RequestBody } from './requests.ts'
import { oddTexts, oddValue } from './values.ts'

/** Raw text that is inserted into a document, such as invalid JSON. */
class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Placeholder for the byte 0xff, which is invalid in UTF-8. */
const noUtf8 = '\ue0ff'

const rawValues = [
  ...['NaN', 'Infinity', '-0', '01', '0x10', '1e999', '-1e999', '1e-999', '1.', '.5', '+1', 'undefined', "'x'", ''],
  ...['9007199254740991', '9007199254740992', '9007199254740993', '-9007199254740993', '9223372036854775808'],
  ...['2147483648', '4294967296', '1'.repeat(400), '0.1e1', '1.0', '-1', '1e21', '5e-324'],
  ...[
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\u202e"',
    '"\\x41"',
    '"\\u00"',
    '"',
    `"${noUtf8}"`,
  ],
  ...[
    '{"a":1,"a":2}',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"":0}',
    '[1,]',
    '{,}',
    '/**/1',
  ],
  ...[`${'['.repeat(1500)}1${']'.repeat(1500)}`, `${'{"a":'.repeat(1500)}1${'}'.repeat(1500)}`],
].map((text) => new Raw(text)) // prettier-ignore

const texts = [
  ...oddTexts,
  ...[
    '12.5.2',
    '2026-02-30',
    '2026-13-01T99:99',
    '0000-00-00',
    '9999-12-31T23:59:60+99:99',
    'b1',
    'o1',
    'b999999999999',
  ],
  ...[
    'art #1 bug #99999999999999999999 #',
    '![](javascript:x)',
    '<svg/onload=x>',
    `[${'['.repeat(500)}`,
    '*'.repeat(3000),
  ],
  ...[
    '\u2028\u2029',
    '𝒳'.repeat(300),
    '\r\n\t',
    '$((7*7))',
    '{{x}}',
    '101_3',
    '_3',
    '1_1_1',
    'http://[',
    'http://127.0.0.1:1',
  ],
] // prettier-ignore

const hostile: Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...rawValues) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...texts) },
  { weight: 3, arbitrary: oddValue },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>('x'.repeat(300_000), Array(3000).fill(1), Array(3000).fill({ id: 1 })),
  },
) // prettier-ignore

const mutationKinds = [
  'replace',
  'replace',
  'replace',
  'remove',
  'wrapInArray',
  'wrapInObject',
  'duplicate',
  'rename',
  'append',
  'changeType',
] as const
const names = [
  '__proto__',
  'constructor',
  'toString',
  'id',
  'value',
  'length',
  '',
  '0',
  ' field_id',
  'FIELD_ID',
  'a.b',
  'x'.repeat(2000),
] // prettier-ignore

interface Mutation {
  readonly at: number
  readonly kind: (typeof mutationKinds)[number]
  readonly hostileValue: unknown
  readonly name: string
}

const mutation: Arbitrary<Mutation> = fc.record({
  at: fc.nat(10_000),
  kind: fc.constantFrom(...mutationKinds),
  hostileValue: hostile,
  name: fc.constantFrom(...names),
})

type Members = readonly (readonly [string, unknown])[]

/** An object as a list of members, so that a member can occur twice. */
class MemberList {
  readonly members: Members
  constructor(members: Members) {
    this.members = members
  }
}

const toMemberLists = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(toMemberLists)
    : typeof value === 'object' && value !== null && !(value instanceof Raw) && !(value instanceof MemberList)
      ? new MemberList(Object.entries(value).map(([name, member]) => [name, toMemberLists(member)]))
      : value

const sizeOf = (value: unknown): number => 1 + partsOf(value).reduce((sum: number, [, part]) => sum + sizeOf(part), 0)

const partsOf = (value: unknown): Members =>
  Array.isArray(value)
    ? value.map((part, index) => [`${index}`, part] as const)
    : value instanceof MemberList
      ? value.members
      : []

/** Returns the value with a mutation at one position, counted depth-first. */
function mutateAt(value: unknown, at: number, { kind, hostileValue, name }: Mutation): unknown {
  if (at === 0) return mutateValue(value, kind, hostileValue, name)
  let offset = at - 1
  const next: [string, unknown][] = []
  for (const [key, part] of partsOf(value)) {
    const size = sizeOf(part)
    const isHere = offset >= 0 && offset < size
    if (isHere && offset === 0 && kind === 'remove') {
      offset -= size
      continue
    }
    const now = isHere ? mutateAt(part, offset, { at: 0, kind, hostileValue, name }) : part
    next.push([isHere && offset === 0 && kind === 'rename' ? name : key, now])
    if (isHere && offset === 0 && kind === 'duplicate') next.push([key, hostileValue])
    offset -= size
  }
  return Array.isArray(value) ? next.map(([, part]) => part) : new MemberList(next)
}

function mutateValue(value: unknown, kind: Mutation['kind'], hostileValue: unknown, name: string): unknown {
  switch (kind) {
    case 'replace':
      return toMemberLists(hostileValue)
    case 'wrapInArray':
      return [value]
    case 'wrapInObject':
      return new MemberList([[name, value]])
    case 'append':
      return value instanceof MemberList
        ? new MemberList([...value.members, [name, toMemberLists(hostileValue)]])
        : Array.isArray(value)
          ? [...value, toMemberLists(hostileValue), ...value]
          : `${typeof value === 'string' ? value : ''}${typeof hostileValue === 'string' ? hostileValue : ''}`
    case 'changeType':
      return Array.isArray(value)
        ? new MemberList(value.map((part, index) => [`${index}`, part]))
        : value instanceof MemberList
          ? value.members.map(([, part]) => part)
          : typeof value === 'number'
            ? `${value}`
            : typeof value === 'string'
              ? value.length
              : null
    default:
      return value
  }
}

function toJson(value: unknown): string {
  if (value instanceof Raw) return value.text
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`
  if (value instanceof MemberList)
    return `{${value.members.map(([name, part]) => `${JSON.stringify(name)}:${toJson(part)}`).join(',')}}`
  return JSON.stringify(value) ?? 'null'
}

function toPlainValue(value: unknown): unknown {
  if (value instanceof Raw) return value.text
  if (Array.isArray(value)) return value.map(toPlainValue)
  if (value instanceof MemberList)
    return Object.fromEntries(value.members.map(([name, part]) => [name, toPlainValue(part)]))
  return value
}

const toBytes = (text: string): Buffer => {
  const parts = text.split(noUtf8).map((part) => Buffer.from(part))
  return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from([0xff]), part])))
}

// Mostly supported types, so that the content is processed, too.
const jsonTypes = [
  ...Array<string>(12).fill('application/json'),
  ...['application/json; charset=utf-16', 'text/json', 'application/merge-patch+json', 'APPLICATION/JSON;;'],
]
const xmlTypes = [...Array<string>(8).fill('application/xml'), 'text/xml', 'application/xml; charset=iso-8859-1']

/** Constructs of XML that the serializer never writes. */
const xmlParts = [
  ...[
    '<![CDATA[]]>',
    '<![CDATA[<b>&amp;]]>',
    ']]>',
    '<!-- -- -->',
    '<?php x?>',
    '&lt;',
    '&amp;amp;',
    '&x;',
    '&#0;',
    '&#xD800;',
  ],
  ...[
    '&#1114112;',
    '<a/>',
    '<item/>',
    '<item><item>1</item></item>',
    '<a x="1" x="2"/>',
    '<n:a xmlns:n="u">1</n:a>',
    '<!DOCTYPE a>',
  ],
  ...[
    '<!DOCTYPE a [<!ENTITY b "c">]>',
    '\u0000',
    noUtf8,
    '<__proto__>1</__proto__>',
    '<a>'.repeat(300),
    'é'.repeat(5000),
    '<',
  ],
] // prettier-ignore

/** Returns mutations of a valid body with up to three changes, as JSON or as XML. */
export function mutate(body: unknown): Arbitrary<RequestBody> {
  const original = toMemberLists(body)
  const value = fc
    .array(mutation, { minLength: 0, maxLength: 3 })
    .map((all) => all.reduce((now: unknown, one) => mutateAt(now, one.at % Math.max(1, sizeOf(now)), one), original))
  const json = fc
    .tuple(value, fc.constantFrom(...jsonTypes))
    .map(([one, type]) => ({ headers: { 'content-type': type }, payload: toBytes(toJson(one)) }))
  const xml = fc
    .tuple(value, fc.constantFrom(...xmlTypes), fc.option(fc.constantFrom(...xmlParts), { freq: 1 }), fc.nat(10_000))
    .map(([one, type, part, at]) => {
      const text = toXml(toPlainValue(one))
      const ends = [...text.matchAll(/>/g)].map(({ index }) => index + 1)
      const position = ends[at % Math.max(1, ends.length)] ?? 0
      const mutated = part === null ? text : `${text.slice(0, position)}${part}${text.slice(position)}`
      return { headers: { 'content-type': type }, payload: toBytes(mutated) }
    })
  const cut = fc
    .tuple(value, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([one, share]) => toJson(one).slice(0, 1 + Math.floor(share * toJson(one).length)))
    .map((text) => ({ headers: { 'content-type': 'application/json' }, payload: toBytes(text) }))
  return fc.oneof({ weight: 12, arbitrary: json }, { weight: 4, arbitrary: xml }, { weight: 1, arbitrary: cut })
}
