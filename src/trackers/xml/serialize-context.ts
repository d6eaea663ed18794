import type { ArchiveUserReference } from '../../fields/contexts/archive-write-context.ts'
import type { UserGroupId, UserId } from '../../kit/values/ids.ts'

/** Outside references of tracker structures. */
export interface SerializeContext {
  userReferenceOf(user: UserId): ArchiveUserReference | undefined
  /** Name of a group in permissions, `UGROUP_PROJECT_MEMBERS`; undefined: no such group here. */
  groupNameOf(group: UserGroupId): string | undefined
  /** Key of a group in lists, `ugroup_project_members_name_key`; undefined: no such group here. */
  groupKeyOf(group: UserGroupId): string | undefined
}
