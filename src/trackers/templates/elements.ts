import type { BindDefinition, FieldDefinition, UserSourceDefinition } from '../../fields/definition.ts'
import type { FieldTypeName } from '../../fields/field.ts'
import type { UserGroupId } from '../../kit/ids.ts'
import { group } from '../../site/model/groups.ts'

/** A form element before it has a position. */
export type Element = (place: ElementContext) => FieldDefinition

interface ElementContext {
  /** Item name of the tracker: keys begin with it. */
  readonly owner: string
  readonly rank: number
  /** Group that may fill in fields of a new artifact. */
  readonly submitters: UserGroupId
}

interface FieldOptions {
  readonly help?: string
  readonly isRequired?: boolean
  readonly notifies?: boolean
  readonly properties?: Readonly<Record<string, unknown>>
}

export const buildFieldKey = (owner: string, name: string): string => `${owner}.${name}`
export const buildValueKey = (owner: string, field: string, value: string): string => `${owner}.${field}.${value}`

/** All users who can see the project read, submitters fill in, members change. */
const editablePermissions = (submitters: UserGroupId): FieldDefinition['permissions'] => [
  { permission: 'read', group: group.anonymous },
  { permission: 'submit', group: submitters },
  { permission: 'update', group: group.members },
]
const readOnlyPermissions: FieldDefinition['permissions'] = [{ permission: 'read', group: group.anonymous }]

const field =
  (
    type: FieldTypeName,
    name: string,
    label: string,
    { help = '', isRequired = false, notifies = false, properties = {} }: FieldOptions,
    permissions: (submitters: UserGroupId) => FieldDefinition['permissions'],
    bind: (owner: string) => BindDefinition | null = () => null,
  ): Element =>
  ({ owner, rank, submitters }) => ({
    key: buildFieldKey(owner, name),
    type,
    name,
    label,
    description: help,
    rank,
    isUsed: true,
    isRequired,
    hasNotifications: notifies,
    properties,
    bind: bind(owner),
    permissions: permissions(submitters),
    children: [],
  })

const container =
  (type: 'fieldset' | 'column', name: string, label: string, children: readonly Element[]): Element =>
  (place) => ({
    ...field(type, name, label, {}, () => [])(place),
    children: children.map((child, rank) => child({ ...place, rank })),
  })

export const createFieldset = (name: string, label: string, children: readonly Element[]): Element =>
  container('fieldset', name, label, children)
export const createColumn = (name: string, children: readonly Element[]): Element =>
  container('column', name, name, children)

export const createLineField = (name: string, label: string, options: FieldOptions = {}): Element =>
  field('string', name, label, options, editablePermissions)
export const createTextField = (name: string, label: string, options: FieldOptions = {}): Element =>
  field('text', name, label, options, editablePermissions)
export const createIntegerField = (name: string, label: string, options: FieldOptions = {}): Element =>
  field('int', name, label, options, editablePermissions)
export const createDecimalField = (name: string, label: string, options: FieldOptions = {}): Element =>
  field('float', name, label, options, editablePermissions)
export const createDateField = (name: string, label: string, options: FieldOptions = {}): Element =>
  field('date', name, label, options, editablePermissions)
/** A date that only the workflow sets. */
export const createWorkflowDate = (name: string, label: string, options: FieldOptions = {}): Element =>
  field('date', name, label, options, () => [
    ...readOnlyPermissions,
    { permission: 'update', group: group.administrators },
  ])
/** Sums the fields of the same name of the children. */
export const createSumField = (name: string, label: string, options: FieldOptions = {}): Element =>
  field('computed', name, label, options, editablePermissions)

/** A choice: name, label, colour; marked when it is the default. */
export type Choice = readonly [name: string, label: string, color?: string, isDefault?: 'default']

const choices =
  (name: string, values: readonly Choice[]) =>
  (owner: string): BindDefinition => ({
    kind: 'static',
    isAlphabetical: false,
    values: values.map(([value, label, color = '', isDefault]) => ({
      key: buildValueKey(owner, name, value),
      label,
      description: '',
      isHidden: false,
      isDefault: isDefault !== undefined,
      color,
    })),
  })

export const createSelectField = (
  name: string,
  label: string,
  values: readonly Choice[],
  options: FieldOptions = {},
): Element => field('sb', name, label, options, editablePermissions, choices(name, values))
/** A list of tags that users add. */
export const createTagsField = (name: string, label: string, options: FieldOptions = {}): Element =>
  field('tbl', name, label, options, editablePermissions, choices(name, []))

const usersFrom = (kind: Exclude<UserSourceDefinition['kind'], 'group'>) => (): BindDefinition => ({
  kind: 'users',
  sources: [{ kind }],
  defaultUsers: [],
})

export const createMemberField = (name: string, label: string, options: FieldOptions = {}): Element =>
  field('sb', name, label, options, editablePermissions, usersFrom('members'))
export const createMembersField = (name: string, label: string, options: FieldOptions = {}): Element =>
  field('msb', name, label, options, editablePermissions, usersFrom('members'))

export const attachments: Element = field('file', 'attachments', 'Attachments', {}, editablePermissions)
export const links: Element = field('art_link', 'links', 'Links', {}, editablePermissions)

const systemField = (type: FieldTypeName, name: string, label: string, options: FieldOptions = {}): Element =>
  field(type, name, label, options, () => readOnlyPermissions)

export const crossReferences: Element = systemField('cross', 'cross_references', 'References')
const artifactId: Element = systemField('aid', 'artifact_id', 'ID')
const rank: Element = systemField('priority', 'rank', 'Rank')
const submittedOn: Element = systemField('subon', 'submitted_on', 'Submitted on')
const lastUpdatedOn: Element = systemField('lud', 'last_update_on', 'Last updated on')
const submittedBy = (label = 'Submitted by'): Element =>
  field('subby', 'submitted_by', label, { notifies: true }, () => readOnlyPermissions, usersFrom('submitters'))
const lastUpdatedBy: Element = field(
  'luby',
  'last_update_by',
  'Last updated by',
  {},
  () => readOnlyPermissions,
  usersFrom('modifiers'),
)
export const burndown: Element = systemField('burndown', 'burndown', 'Burndown')

/** A block of fields that the system fills in. */
export const createHistoryFieldset = (reporter = 'Submitted by'): Element =>
  createFieldset('history', 'History', [
    createColumn('history_left', [artifactId, submittedBy(reporter), submittedOn]),
    createColumn('history_right', [rank, lastUpdatedBy, lastUpdatedOn]),
  ])
