import type { FieldDefinition } from '../../fields/model/definition.ts'
import type { FieldPermission, FieldTypeName } from '../../fields/model/field.ts'
import { holdsUser } from '../../fields/registry/capabilities.ts'
import { getFieldType, isFieldTypeName } from '../../fields/registry/registry.ts'
import { message } from '../../kit/messages/message.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import { toShortName } from '../model/short-name.ts'
import { fieldAccess, listFieldPermissions, mapFieldPermissions } from '../permissions/field-access.ts'
import { parseBind } from './bind.ts'
import { checkLabel, checkNameLength } from './check-texts.ts'
import { parseGroups } from './groups.ts'
import type { ElementInput, FieldPermissionsInput, ListValueInput } from './input-schemas.ts'
import type { ProjectContext } from './project-context.ts'
import { parseProperties } from './properties.ts'

/** Key and rank of an element inside its definition. */
export interface ElementIdentity {
  readonly key: string
  readonly rank: number
}

/** Parses a form element (docs/api/trackers.md §3.4), without its children; undefined when its type is unknown. */
export function parseElement(
  input: ElementInput,
  { key, rank }: ElementIdentity,
  context: ProjectContext,
): FieldDefinition | undefined {
  const { problems } = context
  const { type } = input
  // A shared field shows the type of the list it shares (docs/api/trackers.md §5.1).
  if (!isFieldTypeName(type) || !getFieldType(type).isCreatable) {
    problems.add(message`Unknown element type "${type}".`)
    return undefined
  }
  const rules = getFieldType(type)
  const name = input.name ?? toShortName(input.label ?? '')
  if (!/^[\w-]+$/.test(name))
    problems.add(message`The element name "${name}" may only contain letters, digits, _ and -.`)
  checkNameLength(name, problems)
  checkLabel(input.label ?? '', problems)
  return {
    key,
    type,
    name,
    label: input.label || name,
    description: input.description ?? '',
    rank,
    isUsed: input.is_used ?? true,
    isRequired: (input.required ?? false) && !rules.isReadOnly && rules.kind === 'field',
    hasNotifications: (input.has_notifications ?? false) && canNotify(type),
    properties: parseProperties(type, input.specific_properties, {}, problems),
    bind: rules.hasBind ? parseBind(input, (id, index) => buildValueKey(key, id, index), context) : null,
    permissions: parsePermissions(type, input.permissions_for_groups, context),
    children: [],
  }
}

/** docs/api/trackers.md §3.4: users in the field are notified; the two user fields of the system are included. */
export const canNotify = (type: FieldTypeName): boolean => getFieldType(type).hasBind || holdsUser({ type })

/** Values are unique inside their list; one without an id has none that could be named. */
export const buildValueKey = (fieldKey: string, id: ListValueInput['id'], index = 0): string =>
  id === undefined || id === null ? `${fieldKey} value ${index}` : `${fieldKey} V${id}`

/**
 * docs/api/trackers.md §6.3: containers have none, fields of the system only `read`; missing permissions get the
 * default.
 */
function parsePermissions(
  type: FieldTypeName,
  input: FieldPermissionsInput | null | undefined,
  context: ProjectContext,
): FieldDefinition['permissions'] {
  return listFieldPermissions(type).flatMap((permission) => {
    const { apiName, defaultGroup } = fieldAccess[permission]
    const groups =
      input === null || input === undefined
        ? [defaultGroup]
        : parseGroups(input[apiName] ?? [], context.groupOf, context.problems)
    return groups.map((each) => ({ permission, group: each }))
  })
}

/** Parses new permissions of an existing field; missing ones stay, those that the type cannot have are a problem. */
export function parsePermissionChange(
  type: FieldTypeName,
  before: Readonly<Record<FieldPermission, readonly UserGroupId[]>>,
  input: FieldPermissionsInput,
  { groupOf, problems }: ProjectContext,
): Record<FieldPermission, readonly UserGroupId[]> {
  const applicable = listFieldPermissions(type)
  const parseOne = (permission: FieldPermission): readonly UserGroupId[] => {
    const { apiName } = fieldAccess[permission]
    const groups = input[apiName]
    if (groups === undefined) return before[permission]
    if (groups.length > 0 && !applicable.includes(permission)) {
      problems.add(message`An element of type ${type} has no permission ${apiName}.`)
    }
    return parseGroups(groups, groupOf, problems)
  }
  return mapFieldPermissions(parseOne)
}
