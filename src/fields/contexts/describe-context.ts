import type { User } from '../../accounts/model/user.ts'
import type { StaticGroup } from '../../accounts/store/groups.ts'
import type { FieldId, ProjectId, TrackerId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'

/**
 * Data to describe the form elements of a project's trackers, loaded at once; fields/registry/describe-needs.ts collects what is
 * needed.
 */
export interface DescribeContext {
  readonly viewer: Viewer
  readonly now: EpochSeconds
  readonly projectId: ProjectId
  /** Every static group of the project. */
  readonly groups: ReadonlyMap<UserGroupId, StaticGroup>
  /** Members of the groups in `needs.groups` (dynamic groups 3 and 4, static groups). */
  readonly membersOf: ReadonlyMap<UserGroupId, readonly UserId[]>
  /** Users who submitted, or have ever changed, artifacts of the trackers in `needs`. */
  readonly submittersOf: ReadonlyMap<TrackerId, readonly UserId[]>
  readonly modifiersOf: ReadonlyMap<TrackerId, readonly UserId[]>
  /** All users of the three members above and of `needs.users`. */
  readonly users: ReadonlyMap<UserId, User>
  readonly openValues: ReadonlyMap<FieldId, readonly OpenValue[]>
  /** Link types that are not disabled in the project, `_is_child` first, without the plain link. */
  readonly linkTypes: readonly LinkType[]
  readonly maxUploadBytes: number
  /** Returns safe HTML of static texts between fields (fields/texts/rich-text.ts). */
  cleanHtml(html: string): string
}

/** A new value of an open list, added by a user. */
export interface OpenValue {
  readonly id: number
  readonly label: string
}

interface LinkType {
  readonly shortName: string
  readonly forwardLabel: string
  readonly reverseLabel: string
}
