import { UserGroupReference } from '../../accounts/representations/user-group.ts'
import { Type } from '../../kit/values/schema.ts'

const closed = { additionalProperties: false }

const ListValue = Type.Object(
  {
    // A new value of an open list has its own id form: `o12`.
    id: Type.Union([Type.Integer(), Type.String()]),
    label: Type.String(),
    is_hidden: Type.Boolean(),
    value_color: Type.String(),
    work_limit: Type.Optional(
      Type.Integer({ description: 'Tulipwood extension: how many artifacts should have the value at most.' }),
    ),
  },
  { ...closed, title: 'StaticChoice' },
)

const UserValue = Type.Object(
  {
    id: Type.Integer(),
    label: Type.String(),
    user_reference: Type.Object(
      {
        id: Type.Integer(),
        uri: Type.String(),
        real_name: Type.String(),
        username: Type.String(),
        avatar_url: Type.String(),
      },
      closed,
    ),
  },
  { ...closed, title: 'UserChoice' },
)

const GroupValue = Type.Object(
  { id: Type.Integer(), label: Type.String(), ugroup_reference: UserGroupReference },
  { ...closed, title: 'UserGroupChoice' },
)

/** Possible values of a field, by type and bind (docs/api/trackers.md §3.5). */
export const FieldValues = Type.Union([
  Type.Null(),
  Type.Array(Type.Union([ListValue, UserValue, GroupValue, UserGroupReference])),
  // Groups that can be granted access to an artifact.
  Type.Object({ is_used_by_default: Type.Boolean(), ugroup_representations: Type.Array(UserGroupReference) }, closed),
])
