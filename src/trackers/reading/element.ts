import type { FieldDefinition } from '../../fields/definition.ts'
import type { FieldPermission, FieldTypeName } from '../../fields/field.ts'
import { fieldType, isFieldTypeName } from '../../fields/registry.ts'
import type { UserGroupId } from '../../kit/ids.ts'
import { group } from '../../platform/model/groups.ts'
import { shortNameOf } from '../model/short-name.ts'
import type { Around } from './around.ts'
import { readBind } from './bind.ts'
import { readGroups } from './groups.ts'
import { readSettings } from './properties.ts'
import type { SentElement, SentFieldPermissions, SentValue } from './sent.ts'

/** Where an element is to stand, and what it is called inside its definition. */
export interface Place {
  readonly key: string
  readonly rank: number
}

/**
 * A form element as it was sent (docs/api/trackers.md §3.4), without what it holds; undefined when its type is unknown.
 */
export function readElement(sent: SentElement, { key, rank }: Place, around: Around): FieldDefinition | undefined {
  const { problems } = around
  const { type } = sent
  // A shared field shows the type of the list it shares (docs/api/trackers.md §5.1).
  if (!isFieldTypeName(type) || type === 'shared') {
    problems.add(`"${type}" is no type of form element.`)
    return undefined
  }
  const rules = fieldType(type)
  const name = sent.name ?? shortNameOf(sent.label ?? '')
  if (!/^[\w-]+$/.test(name)) problems.add(`The name "${name}" of an element needs letters, digits, _ and - alone.`)
  return {
    key,
    type,
    name,
    label: sent.label || name,
    description: sent.description ?? '',
    rank,
    isUsed: sent.is_used ?? true,
    isRequired: (sent.required ?? false) && !rules.isReadOnly && rules.kind === 'field',
    hasNotifications: (sent.has_notifications ?? false) && canNotify(type),
    properties: readSettings(type, sent.specific_properties, {}, problems),
    bind: rules.hasBind ? readBind(sent, (id, index) => valueKey(key, id, index), around) : null,
    permissions: readPermissions(type, sent.permissions_for_groups, around),
    children: [],
  }
}

/**
 * docs/api/trackers.md §3.4: people who are in it are notified; the two that the product fills in name people as well.
 */
export const canNotify = (type: FieldTypeName): boolean =>
  fieldType(type).hasBind || type === 'subby' || type === 'luby'

/** Values are unique inside their list; one without an id has none that could be named. */
export const valueKey = (fieldKey: string, id: SentValue['id'], index = 0): string =>
  id === undefined || id === null ? `${fieldKey} value ${index}` : `${fieldKey} V${id}`

/** Rights by name, in the words of the wire. */
const wireNames = { read: 'can_read', submit: 'can_submit', update: 'can_update' } as const

/**
 * docs/api/trackers.md §6.3: containers carry none, fields of the system only `read`; what nobody says is the default.
 */
function readPermissions(
  type: FieldTypeName,
  sent: SentFieldPermissions | null | undefined,
  around: Around,
): FieldDefinition['permissions'] {
  const carried = carriedBy(type)
  return carried.flatMap((permission) => {
    const groups =
      sent === null || sent === undefined
        ? [byDefault[permission]]
        : readGroups(sent[wireNames[permission]] ?? [], around.groupOf, around.problems)
    return groups.map((each) => ({ permission, group: each }))
  })
}

/** docs/api/trackers.md §6.3. */
const byDefault: Readonly<Record<FieldPermission, UserGroupId>> = {
  read: group.anonymous,
  submit: group.registered,
  update: group.members,
}

/** The permissions that elements of a type can carry. */
function carriedBy(type: FieldTypeName): readonly FieldPermission[] {
  const { kind, isReadOnly } = fieldType(type)
  if (kind !== 'field') return []
  return isReadOnly ? ['read'] : ['read', 'submit', 'update']
}

/** New permissions of a field that is there; those that are not said stay, those it cannot carry are a problem. */
export function readPermissionChange(
  type: FieldTypeName,
  before: Readonly<Record<FieldPermission, readonly UserGroupId[]>>,
  sent: SentFieldPermissions,
  { groupOf, problems }: Around,
): Record<FieldPermission, readonly UserGroupId[]> {
  const carried = carriedBy(type)
  const read = (permission: FieldPermission): readonly UserGroupId[] => {
    const groups = sent[wireNames[permission]]
    if (groups === undefined) return before[permission]
    if (groups.length > 0 && !carried.includes(permission)) {
      problems.add(`An element of type ${type} has no permission ${wireNames[permission]}.`)
    }
    return readGroups(groups, groupOf, problems)
  }
  return { read: read('read'), submit: read('submit'), update: read('update') }
}
