import type { ArchiveUserReference } from '../../fields/archive-write-context.ts'
import type { UserGroupId, UserId } from '../../kit/ids.ts'

/** What the structure of trackers refers to outside of itself. */
export interface Surroundings {
  personOf(user: UserId): ArchiveUserReference | undefined
  /** By the name archives use; undefined: there is no such group here. */
  groupNameOf(group: UserGroupId): string | undefined
}
