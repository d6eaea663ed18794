import type { FieldId, ProjectId, TrackerId, UserGroupId, UserId } from '../../kit/values/ids.ts'

/**
 * Access of a caller to the artifacts of a tracker (docs/api/trackers.md §6.5), evaluated for one artifact or compiled
 * to SQL.
 */
export type TrackerAccess = 'none' | 'full' | RestrictedAccess

export interface RestrictedAccess {
  /** Groups of the caller: an artifact with permissions of its own must grant one of them. */
  readonly groups: readonly UserGroupId[]
  /** Permission `full`: submitter and assignees do not matter. */
  readonly hasFullPermission: boolean
  /** Groups of the caller to which the submitter must belong. */
  readonly submitterGroups: readonly UserGroupId[]
  /** Groups of the caller to which one of the assignees must belong. */
  readonly assigneeGroups: readonly UserGroupId[]
  /** The list field that holds the assignees. */
  readonly assigneeField: FieldId | null
  /** The caller may see artifacts that this user submitted. */
  readonly submitter: UserId | null
}

/** A tracker with the access of the caller. */
export interface AccessibleTracker {
  readonly trackerId: TrackerId
  readonly projectId: ProjectId
  readonly access: TrackerAccess
}

/** Facts about an artifact that decide restricted access. */
export interface AccessFacts {
  /** Groups granted by the artifact's own permissions; null: it has none. */
  readonly grantedGroups: ReadonlySet<UserGroupId> | null
  readonly submitterGroups: ReadonlySet<UserGroupId>
  readonly assigneeGroups: ReadonlySet<UserGroupId>
}
