import { group, isOfProject } from '../../accounts/model/groups.ts'
import type { FieldPermission, FieldTypeName } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'

interface FieldAccess {
  /** In archives. */
  readonly archiveName: string
  /** Its member of `permissions_for_groups`. */
  readonly apiName: 'can_read' | 'can_submit' | 'can_update'
  /** Whether fields that only the system sets have it. */
  readonly isForReadOnly: boolean
  /** Whether users outside of the project can have it. */
  readonly isForOutsiders: boolean
  readonly defaultGroup: UserGroupId
}

/** Every permission on a field (docs/api/trackers.md §6.3). */
export const fieldAccess: { readonly [Permission in FieldPermission]: FieldAccess } = {
  read: {
    archiveName: 'PLUGIN_TRACKER_FIELD_READ',
    apiName: 'can_read',
    isForReadOnly: true,
    isForOutsiders: true,
    defaultGroup: group.anonymous,
  },
  submit: {
    archiveName: 'PLUGIN_TRACKER_FIELD_SUBMIT',
    apiName: 'can_submit',
    isForReadOnly: false,
    isForOutsiders: true,
    defaultGroup: group.registered,
  },
  update: {
    archiveName: 'PLUGIN_TRACKER_FIELD_UPDATE',
    apiName: 'can_update',
    isForReadOnly: false,
    isForOutsiders: false,
    defaultGroup: group.members,
  },
}

const fieldPermissions = Object.keys(fieldAccess) as readonly FieldPermission[]

/** Returns the permission with this name in archives. */
export const findFieldPermission = (archiveName: string): FieldPermission | undefined =>
  fieldPermissions.find((permission) => fieldAccess[permission].archiveName === archiveName)

/** The permissions on fields that pages offer to a group (docs/api/trackers.md §6.3). */
export const listFieldPermissionsOfGroup = (id: UserGroupId): readonly FieldPermission[] =>
  fieldPermissions.filter((each) => fieldAccess[each].isForOutsiders || isOfProject(id))

/** The permissions that elements of a type can carry: containers have none, fields of the system only `read`. */
export function listFieldPermissions(type: FieldTypeName): readonly FieldPermission[] {
  const { kind, isReadOnly } = getFieldType(type)
  return kind === 'field' ? fieldPermissions.filter((each) => !isReadOnly || fieldAccess[each].isForReadOnly) : []
}

/** Builds something for each permission. */
export const mapFieldPermissions = <T>(build: (permission: FieldPermission) => T): Record<FieldPermission, T> =>
  Object.fromEntries(fieldPermissions.map((permission) => [permission, build(permission)])) as Record<
    FieldPermission,
    T
  >
