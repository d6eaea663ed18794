import type { ArchiveUserReference } from '../../fields/contexts/archive-write-context.ts'
import type { UserGroupId, UserId } from '../../kit/values/ids.ts'

/** Outside references of tracker structures. */
export interface SerializeContext {
  userReferenceOf(user: UserId): ArchiveUserReference | undefined
  /** Archive name of a group; undefined: no such group here. */
  groupNameOf(group: UserGroupId): string | undefined
}
