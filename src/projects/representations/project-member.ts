import type { Static } from 'typebox'
import type { User } from '../../accounts/model/user.ts'
import { representUser, UserRepresentation } from '../../accounts/representations/user.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Viewer } from '../../kit/values/viewer.ts'

export const ProjectMemberRepresentation = Type.Object(
  {
    ...UserRepresentation.properties,
    is_administrator: Type.Boolean(),
    user_groups: Type.Array(
      Type.Object({ id: Type.String(), short_name: Type.String() }, { additionalProperties: false }),
      { description: 'Static groups of this project; empty for callers who do not administer it.' },
    ),
  },
  { title: 'ProjectMember', additionalProperties: false },
)
export type ProjectMemberRepresentation = Static<typeof ProjectMemberRepresentation>

export const representProjectMember = (
  user: User,
  roles: {
    readonly isAdministrator: boolean
    readonly groups: readonly { readonly id: UserGroupId; readonly name: string }[]
  },
  viewer: Viewer,
): ProjectMemberRepresentation => ({
  ...representUser(user, viewer),
  is_administrator: roles.isAdministrator,
  user_groups: roles.groups.map(({ id, name }) => ({ id: `${id}`, short_name: name })),
})
