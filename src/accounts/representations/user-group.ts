import type { Static } from 'typebox'
import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { findDynamicGroup, formatGroupRestId } from '../model/groups.ts'

/** The part of a static group that its reference needs. */
export interface NamedGroup {
  readonly name: string
}

export const UserGroupReference = Type.Object(
  {
    id: Type.String(),
    uri: Type.String(),
    label: Type.String(),
    users_uri: Type.String(),
    short_name: Type.String(),
    key: Type.String(),
  },
  { title: 'UserGroupReference', additionalProperties: false },
)
export type UserGroupReference = Static<typeof UserGroupReference>

/**
 * Serializes the reference to a user group within a project; a static one has its own name (docs/api/user-groups.md §1,
 * docs/api/trackers.md §3.2).
 */
export function referToGroup(
  group: UserGroupId,
  project: ProjectId,
  names: ReadonlyMap<UserGroupId, NamedGroup>,
): UserGroupReference {
  const id = formatGroupRestId(group, project)
  const dynamic = findDynamicGroup(group)
  const name = names.get(group)?.name ?? ''
  return {
    id,
    uri: `user_groups/${id}`,
    label: dynamic?.label ?? name,
    users_uri: `user_groups/${id}/users`,
    short_name: dynamic?.shortName ?? name,
    key: dynamic?.key ?? name,
  }
}
