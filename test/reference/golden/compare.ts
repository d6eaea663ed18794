import type { RecordedResponse } from './records.ts'

/** A difference between a response and the recorded one. */
export interface Divergence {
  readonly kind: 'status' | 'header' | 'message' | 'member' | 'type' | 'length' | 'order' | 'value'
  /** A header name or a path into the body without positions: `[].fields[].label`. */
  readonly path: string
  readonly theirs: string
  readonly ours: string
}

/** Returns all differences between a response and the recorded one. */
export function findDifferences(theirs: RecordedResponse, ours: RecordedResponse): Divergence[] {
  // Responses with different statuses have different headers and bodies: report one difference, not fifty.
  if (theirs.status !== ours.status) {
    const [t, o] = [theirs, ours].map(({ status, body }) => `${status} ${body.slice(0, 160)}`)
    return [{ kind: 'status', path: '', theirs: t ?? '', ours: o ?? '' }]
  }
  return [...compareHeaders(theirs, ours), ...compareBodies(theirs, ours)]
}

const valuesOf = ({ headers }: RecordedResponse, name: string): string[] =>
  headers.filter(([n]) => n === name).flatMap(([, value]) => value.split(',').map((part) => part.trim()))

/** Headers whose values are part of the contract: compared exactly, lists as lists. */
const contractHeaders: readonly string[] = [
  'Content-Type',
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Credentials',
  'Cache-Control',
  'Expires',
  'Content-Language',
  'Allow',
  'Access-Control-Allow-Methods',
  'X-PAGINATION-LIMIT',
  'X-PAGINATION-OFFSET',
  'X-PAGINATION-SIZE',
  'X-PAGINATION-LIMIT-MAX',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'Location',
  'WWW-Authenticate',
]

/** Headers with a list that may be longer than the recorded one. */
const extensibleHeaders: readonly string[] = ['Access-Control-Allow-Headers', 'Access-Control-Expose-Headers']

/** Fastify writes this name in lower case; header names are case-insensitive. */
const caseOf = (name: string): string => (name === 'content-type' ? 'Content-Type' : name)

function compareHeaders(theirs: RecordedResponse, sent: RecordedResponse): Divergence[] {
  const ours = { ...sent, headers: sent.headers.map(([name, value]) => [caseOf(name), value] as const) }
  const divergences: Divergence[] = []
  for (const name of new Set(theirs.headers.map(([name]) => name))) {
    const [expected, actual] = [valuesOf(theirs, name), valuesOf(ours, name)]
    const addDivergence = (): Divergence => ({
      kind: 'header',
      path: name,
      theirs: expected.join(', '),
      ours: actual.length === 0 ? '(absent)' : actual.join(', '),
    })
    if (!ours.headers.some(([n]) => n === name)) divergences.push(addDivergence())
    else if (contractHeaders.includes(name) && expected.join() !== actual.join()) divergences.push(addDivergence())
    else if (extensibleHeaders.includes(name) && !expected.every((value) => actual.includes(value)))
      divergences.push(addDivergence())
  }
  return divergences
}

function compareBodies(theirs: RecordedResponse, ours: RecordedResponse): Divergence[] {
  const [expected, actual] = [parse(theirs.body), parse(ours.body)]
  const divergences: Divergence[] = []
  compareValues('', expected, actual, divergences)
  return divergences
}

/** JSON as a value, XML as elements, anything else as text; an empty body is undefined. */
function parse(body: string): unknown {
  if (body === '') return undefined
  if (/^\s*<(\?xml|response)/.test(body)) return elements(body)
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : value === undefined ? 'nothing' : typeof value

const brief = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200)

function compareValues(path: string, theirs: unknown, ours: unknown, divergences: Divergence[]): void {
  const addDivergence = (kind: Divergence['kind'], t: unknown = theirs, o: unknown = ours) =>
    divergences.push({ kind, path, theirs: brief(t), ours: brief(o) })
  if (kindOf(theirs) !== kindOf(ours)) addDivergence('type')
  else if (Array.isArray(theirs) && Array.isArray(ours)) compareLists(path, theirs, ours, divergences)
  else if (isObject(theirs) && isObject(ours)) compareObjects(path, theirs, ours, divergences)
  else if (theirs !== ours) addDivergence(isMessage(path) ? 'message' : 'value')
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => kindOf(value) === 'object'
const isMessage = (path: string): boolean => /^\.?(response\.)?error\.(message|i18n_error_message)/.test(path)

function compareObjects(
  path: string,
  theirs: Readonly<Record<string, unknown>>,
  ours: Readonly<Record<string, unknown>>,
  divergences: Divergence[],
): void {
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
    const at = `${path}.${name}`
    if (!Object.hasOwn(ours, name))
      divergences.push({ kind: 'member', path: at, theirs: brief(theirs[name]), ours: '(absent)' })
    else if (!Object.hasOwn(theirs, name))
      divergences.push({ kind: 'member', path: at, theirs: '(absent)', ours: brief(ours[name]) })
    else compareValues(at, theirs[name], ours[name], divergences)
  }
}

/** Members that identify items of a list, the most specific first. */
const names = ['field_id', 'id', 'ref', 'shortname', 'name', 'type', 'label'] as const

const nameOf = (item: unknown): string | undefined => {
  if (!isObject(item)) return typeof item === 'string' || typeof item === 'number' ? String(item) : undefined
  const name = names.find((member) => item[member] !== undefined && item[member] !== null)
  return name === undefined ? undefined : `${name} ${String(item[name])}`
}

function compareLists(
  path: string,
  theirs: readonly unknown[],
  ours: readonly unknown[],
  divergences: Divergence[],
): void {
  const at = `${path}[]`
  const [expected, actual] = [theirs.map(nameOf), ours.map(nameOf)]
  const [missing, extra] = [
    expected.filter((name) => !actual.includes(name)),
    actual.filter((name) => !expected.includes(name)),
  ]
  if (theirs.length !== ours.length)
    divergences.push({
      kind: 'length',
      path: at,
      theirs: brief({ length: theirs.length, only: missing }),
      ours: brief({ length: ours.length, only: extra }),
    })
  const areNamed = [expected, actual].every((list) => new Set(list).size === list.length && !list.includes(undefined))
  if (areNamed && missing.length + extra.length < theirs.length + ours.length) {
    const common = (list: typeof expected, other: typeof expected) => list.filter((name) => other.includes(name)).join()
    if (common(expected, actual) !== common(actual, expected))
      divergences.push({ kind: 'order', path: at, theirs: brief(expected), ours: brief(actual) })
    for (const [i, name] of expected.entries()) {
      const j = actual.indexOf(name)
      // If the id differs, the item is at the same position.
      if (j !== -1) compareValues(at, theirs[i], ours[j], divergences)
      else if (theirs.length === ours.length) compareValues(at, theirs[i], ours[i], divergences)
    }
    return
  }
  for (let i = 0; i < Math.min(theirs.length, ours.length); i++) compareValues(at, theirs[i], ours[i], divergences)
}

/** Elements of an XML response as objects, repeated ones as a list. Responses have no attributes. */
function elements(xml: string): unknown {
  interface Open {
    readonly name: string
    text: string
    readonly children: [string, unknown][]
  }
  const stack: Open[] = [{ name: '', text: '', children: [] }]
  for (const [, close, name, isEmpty, text] of xml
    .replace(/<\?.*?\?>/g, '')
    .replace(/<!\[CDATA\[(.*?)\]\]>/gs, (_whole, inner: string) => inner.replace(/&/g, '&amp;').replace(/</g, '&lt;'))
    .matchAll(/<(\/)?([\w.:-]+)\s*(\/)?>|([^<]+)/g)) {
    const top = stack.at(-1)
    if (top === undefined) throw new Error('Unbalanced XML')
    if (text !== undefined) top.text += text
    else if (close !== undefined) {
      stack.pop()
      stack.at(-1)?.children.push([top.name, content(top)])
    } else if (isEmpty !== undefined) top.children.push([name ?? '', ''])
    else stack.push({ name: name ?? '', text: '', children: [] })
  }
  return content(stack[0] ?? { text: '', children: [] })
}

function content({ text, children }: { readonly text: string; readonly children: readonly [string, unknown][] }) {
  if (children.length === 0) return unescaped(text)
  const members: Record<string, unknown> = {}
  for (const [name, value] of children) {
    const currentValue = members[name]
    if (name === 'item') members[name] = [...(Array.isArray(currentValue) ? currentValue : []), value]
    else members[name] = value
  }
  return members
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_whole, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_whole, name: string) => entities[name] ?? '')
