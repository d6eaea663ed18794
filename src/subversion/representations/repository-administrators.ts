import type { Static } from 'typebox'
import { isStaticGroup } from '../../accounts/model/groups.ts'
import { referToGroup, UserGroupReference } from '../../accounts/representations/user-group.ts'
import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'

export const RepositoryAdministratorsRepresentation = Type.Object(
  { user_groups: Type.Array(UserGroupReference) },
  { title: 'RepositoryAdministrators', additionalProperties: false },
)
export type RepositoryAdministratorsRepresentation = Static<typeof RepositoryAdministratorsRepresentation>

/** Deleted groups are omitted. */
export const representRepositoryAdministrators = (
  groups: readonly UserGroupId[],
  project: ProjectId,
  names: ReadonlyMap<UserGroupId, { readonly name: string }>,
): RepositoryAdministratorsRepresentation => ({
  user_groups: groups.filter((id) => !isStaticGroup(id) || names.has(id)).map((id) => referToGroup(id, project, names)),
})
