import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ProjectStatus } from './project.ts'

/** Parsed `query` of GET /projects (docs/api/projects.md §3). */
export type ProjectQuery =
  | { readonly kind: 'all' | 'tracker admin' | 'member' | 'administrator' }
  | { readonly kind: 'short name'; readonly shortName: string }
  | { readonly kind: 'status'; readonly status: ProjectStatus }

const statuses = ['active', 'pending', 'suspended', 'deleted', 'system'] as const

/** Exactly one criterion is used; the first in this order if there are several. */
const criteria: readonly [name: string, read: (value: unknown) => ProjectQuery][] = [
  ['shortname', (value) => (typeof value === 'string' ? { kind: 'short name', shortName: value } : refuseUnknown())],
  [
    'is_tracker_admin',
    onlyTrue(
      'tracker admin',
      message`Searching for projects you are not administrator of at least one tracker is not supported. Use 'is_tracker_admin': true`,
    ),
  ],
  ['with_status', readStatus],
  [
    'is_member_of',
    onlyTrue(
      'member',
      message`Searching for projects you are not member of is not supported. Use 'is_member_of': true`,
    ),
  ],
  ['is_admin_of', () => ({ kind: 'administrator' })],
]

/** Parses the parameter; without one, the query matches every project. */
export function parseProjectQuery(input: unknown): ProjectQuery {
  if (input === undefined) return { kind: 'all' }
  if (!isObject(input)) return refuse(message`query parameter must be a json object or empty`)
  if (!Object.keys(input).every((key) => criteria.some(([name]) => name === key))) return refuseUnknown()
  for (const [name, read] of criteria) {
    if (Object.hasOwn(input, name) && input[name] !== null) return read(input[name])
  }
  return Object.keys(input).length === 0 ? { kind: 'all' } : refuseUnknown()
}

const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)

function onlyTrue(kind: 'tracker admin' | 'member', otherwise: Message): (value: unknown) => ProjectQuery {
  return (value) => (value === true ? { kind } : refuse(otherwise))
}

function readStatus(value: unknown): ProjectQuery {
  const status = statuses.find((each) => each === value)
  if (status === undefined)
    return refuse(message`Please provide a valid status: 'active', 'pending', 'suspended', 'deleted'`)
  return { kind: 'status', status }
}

const refuse = (text: Message): never => {
  throw new Refusal('invalid', text)
}

const refuseUnknown = (): never =>
  refuse(
    message`You can only search on 'shortname', 'is_member_of': true, 'is_admin_of': true,  'is_tracker_admin': true, 'with_status'. If the query is valid, your plugin is maybe not installed.`,
  )
