import type { FieldId, ProjectId, TrackerId, UserGroupId, UserId } from '../kit/ids.ts'
import type { EpochSeconds } from '../kit/time.ts'
import type { Viewer } from '../kit/viewer.ts'
import type { User } from '../platform/model/user.ts'
import type { StaticGroup } from '../platform/store/groups.ts'

/** What the elements of a project's trackers need to be told, loaded at once: fields/describe-needs.ts says what. */
export interface DescribeContext {
  readonly viewer: Viewer
  readonly now: EpochSeconds
  readonly projectId: ProjectId
  /** Every static group of the project. */
  readonly groups: ReadonlyMap<UserGroupId, StaticGroup>
  /** Members of the groups asked by `needs.groups` (dynamic 3 and 4, static ones). */
  readonly membersOf: ReadonlyMap<UserGroupId, readonly UserId[]>
  /** Who submitted, or last modified, artifacts of the trackers asked by `needs`. */
  readonly submittersOf: ReadonlyMap<TrackerId, readonly UserId[]>
  readonly modifiersOf: ReadonlyMap<TrackerId, readonly UserId[]>
  /** All people named by the three above and by `needs.users`. */
  readonly users: ReadonlyMap<UserId, User>
  readonly openValues: ReadonlyMap<FieldId, readonly OpenValue[]>
  /** Those not disabled in the project, `_is_child` first, without the plain link. */
  readonly linkTypes: readonly LinkType[]
  readonly maxUploadBytes: number
  /** Safe HTML of what stands between fields (fields/rich-text.ts). */
  cleanHtml(html: string): string
}

/** A value somebody typed into an open list. */
export interface OpenValue {
  readonly id: number
  readonly label: string
}

export interface LinkType {
  readonly shortName: string
  readonly forwardLabel: string
  readonly reverseLabel: string
}
