import type { Static } from 'typebox'
import { type NamedGroup, referToGroup, UserGroupReference } from '../../accounts/representations/user-group.ts'
import type { DescribeContext } from '../../fields/contexts/describe-context.ts'
import type { Field, FieldTypeName } from '../../fields/model/field.ts'
import { isAlwaysReadable } from '../../fields/registry/capabilities.ts'
import { describeField } from '../../fields/registry/describe-field.ts'
import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { VisibleField } from '../model/tracker-view.ts'
import { LabelDecorator } from './decorators.ts'
import { FieldValues } from './field-values.ts'

const groups = Type.Array(UserGroupReference)
const closed = { additionalProperties: false }

export const FieldPermissions = Type.Object(
  { can_submit: groups, can_read: groups, can_update: groups },
  { ...closed, title: 'FieldPermissions' },
)

/** One form element; members after `label_decorators` exist only for some types (docs/api/trackers.md §3.4). */
export const FieldRepresentation = Type.Object(
  {
    field_id: Type.Integer(),
    label: Type.String(),
    name: Type.String(),
    type: Type.Unsafe<FieldTypeName>(Type.String()),
    values: FieldValues,
    required: Type.Boolean(),
    collapsed: Type.Boolean(),
    bindings: Type.Object(
      {
        type: Type.Union([Type.Literal('static'), Type.Literal('users'), Type.Literal('ugroups'), Type.Null()]),
        list: Type.Array(
          Type.Object({ id: Type.Union([Type.Integer(), Type.String()]), label: Type.String() }, closed),
        ),
      },
      closed,
    ),
    permissions: Type.Array(Type.Union([Type.Literal('read'), Type.Literal('update'), Type.Literal('create')])),
    permissions_for_groups: Type.Union([FieldPermissions, Type.Null()]),
    // By type: text, number, list of values, object or null (docs/api/trackers.md §3.5).
    default_value: Type.Unknown(),
    has_notifications: Type.Boolean(),
    is_used: Type.Boolean(),
    description: Type.String(),
    // An object of settings, or an empty list when the type has none.
    specific_properties: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())]),
    label_decorators: Type.Array(LabelDecorator),
    is_time_displayed: Type.Optional(Type.Boolean()),
    file_creation_uri: Type.Optional(Type.String()),
    max_size_upload: Type.Optional(Type.Integer()),
    hint: Type.Optional(Type.String()),
    allowed_types: Type.Optional(
      Type.Array(
        Type.Object({ shortname: Type.String(), forward_label: Type.String(), reverse_label: Type.String() }, closed),
      ),
    ),
    is_hidden: Type.Optional(Type.Boolean()),
  },
  { ...closed, title: 'Field' },
)
export type FieldRepresentation = Static<typeof FieldRepresentation>

interface FieldOptions {
  readonly isAdministrator: boolean
  readonly decorators: readonly LabelDecorator[]
}

/** docs/api/trackers.md §3.4. */
export const representField = (
  visible: VisibleField,
  context: DescribeContext,
  options: FieldOptions,
): FieldRepresentation => ({
  ...representCommon(visible, context, options),
  ...describeField(visible.field, context).extra,
})

/** docs/api/trackers.md §4.7: only the common keys, without permissions. */
export const representChangedField = (
  field: VisibleField['field'],
  context: DescribeContext,
  decorators: readonly LabelDecorator[],
): FieldRepresentation =>
  representCommon({ field, permissions: [], isCollapsed: false }, context, { isAdministrator: false, decorators })

function representCommon(
  { field, permissions, isCollapsed }: VisibleField,
  context: DescribeContext,
  options: FieldOptions,
): FieldRepresentation {
  const { values, bindings, default_value, specific_properties } = describeField(field, context)
  return {
    field_id: field.id,
    label: field.label,
    name: field.name,
    type: field.type,
    // The types return values of this schema; tests validate all responses against it.
    values: values as FieldRepresentation['values'],
    required: field.isRequired,
    collapsed: isCollapsed,
    bindings: { type: bindings.type, list: [...bindings.list] },
    permissions: [...permissions],
    permissions_for_groups:
      options.isAdministrator && !isAlwaysReadable(field.type)
        ? representFieldPermissions(field, context.projectId, context.groups)
        : null,
    default_value,
    has_notifications: field.hasNotifications,
    is_used: field.isUsed,
    description: field.description,
    specific_properties: specific_properties as FieldRepresentation['specific_properties'],
    label_decorators: [...options.decorators],
  }
}

export function representFieldPermissions(
  { permissions }: Pick<Field, 'permissions'>,
  project: ProjectId,
  names: ReadonlyMap<UserGroupId, NamedGroup>,
): Static<typeof FieldPermissions> {
  const referToAll = (ids: readonly UserGroupId[]) => ids.map((id) => referToGroup(id, project, names))
  return {
    can_submit: referToAll(permissions.submit),
    can_read: referToAll(permissions.read),
    can_update: referToAll(permissions.update),
  }
}
