import type { Static } from 'typebox'
import { formatGroupRestId, group, listImpliedGroups } from '../../accounts/model/groups.ts'
import { MinimalUserRepresentation, representMinimalUser } from '../../accounts/representations/user.ts'
import { type NamedGroup, referToGroup, UserGroupReference } from '../../accounts/representations/user-group.ts'
import type { FieldTypeName } from '../../fields/model/field.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { PermissionHolder } from '../model/permission-holder.ts'
import type { Tracker } from '../model/tracker.ts'
import { fieldAccess, listFieldPermissions, listFieldPermissionsOfGroup } from '../permissions/field-access.ts'
import { listTrackerPermissionsOfGroup, trackerPermissionMembers } from '../permissions/tracker-access.ts'
import { FieldPermissions, representFieldPermissions } from './field.ts'
import { PermissionsForGroups, representPermissionsForGroups } from './tracker.ts'

const closed = { additionalProperties: false }

export type TrackerPermissionName = (typeof trackerPermissionMembers)[number]['name']
export type FieldPermissionName = (typeof fieldAccess)[keyof typeof fieldAccess]['apiName']

const trackerNames = Type.Array(
  Type.Unsafe<TrackerPermissionName>(Type.Union(trackerPermissionMembers.map(({ name }) => Type.Literal(name)))),
)
const fieldNames = Type.Array(
  Type.Unsafe<FieldPermissionName>(Type.Union(Object.values(fieldAccess).map(({ apiName }) => Type.Literal(apiName)))),
)

const PermissionGroup = Type.Object(
  {
    ...UserGroupReference.properties,
    is_administrator: Type.Boolean({ description: 'Its members administer the tracker whatever its permissions.' }),
    member_of: Type.Array(Type.String(), {
      description: 'Groups that all its unrestricted members belong to as well.',
    }),
    possible_on_tracker: trackerNames,
    possible_on_fields: fieldNames,
  },
  { ...closed, title: 'PermissionGroup' },
)

const PermissionField = Type.Object(
  {
    field_id: Type.Integer(),
    label: Type.String(),
    type: Type.Unsafe<FieldTypeName>(Type.String()),
    required: Type.Boolean(),
    possible: fieldNames,
    permissions_for_groups: FieldPermissions,
  },
  { ...closed, title: 'PermissionField' },
)

const HolderRepresentation = Type.Object(
  {
    ...MinimalUserRepresentation.properties,
    member_of: Type.Array(Type.String(), { description: 'Those of `groups` that the user is in.' }),
    is_administrator: Type.Boolean({ description: 'The user administers the tracker whatever its permissions.' }),
    reads_all_fields: Type.Boolean({ description: 'Site administrators, also read-only ones.' }),
    changes_all_fields: Type.Boolean({ description: 'Site administrators.' }),
    is_active: Type.Boolean({ description: 'Whether the account can sign in.' }),
    has_project_access: Type.Boolean({ description: 'Whether the user sees trackers of the project.' }),
  },
  { ...closed, title: 'PermissionHolder' },
)

/** Tulipwood extension: who may do what in a tracker, and what its pages offer to grant (docs/api/trackers.md §6.3). */
export const PermissionsRepresentation = Type.Object(
  {
    groups: Type.Array(PermissionGroup),
    permissions_for_groups: PermissionsForGroups,
    fields: Type.Array(PermissionField),
    user: Type.Optional(HolderRepresentation),
  },
  { ...closed, title: 'AllTrackerPermissions' },
)
export type PermissionsRepresentation = Static<typeof PermissionsRepresentation>

interface TrackerPermissions {
  readonly tracker: Tracker
  readonly groups: readonly UserGroupId[]
  readonly names: ReadonlyMap<UserGroupId, NamedGroup>
  readonly holder: PermissionHolder | null
}

export function representPermissions(
  { tracker, groups, names, holder }: TrackerPermissions,
  viewer: Viewer,
): PermissionsRepresentation {
  const { projectId } = tracker
  return {
    groups: groups.map((id) => ({
      ...referToGroup(id, projectId, names),
      is_administrator: id === group.administrators,
      member_of: listImpliedGroups(id).map((each) => formatGroupRestId(each, projectId)),
      possible_on_tracker: [...listTrackerPermissionsOfGroup(id)],
      possible_on_fields: listFieldPermissionsOfGroup(id).map((each) => fieldAccess[each].apiName),
    })),
    permissions_for_groups: representPermissionsForGroups(tracker, names),
    fields: tracker.fields
      .filter((field) => field.isUsed && listFieldPermissions(field.type).length > 0)
      .map((field) => ({
        field_id: field.id,
        label: field.label,
        type: field.type,
        required: field.isRequired,
        possible: listFieldPermissions(field.type).map((each) => fieldAccess[each].apiName),
        permissions_for_groups: representFieldPermissions(field, projectId, names),
      })),
    ...(holder === null
      ? {}
      : {
          user: {
            ...representMinimalUser(holder.user, viewer),
            member_of: holder.groups.map((each) => formatGroupRestId(each, projectId)),
            is_administrator: holder.isAdministrator,
            reads_all_fields: holder.readsAllFields,
            changes_all_fields: holder.changesAllFields,
            is_active: holder.isActive,
            has_project_access: holder.hasProjectAccess,
          },
        }),
  }
}
