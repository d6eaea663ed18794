import type { FieldId, ProjectId, TrackerId, UserGroupId, UserId } from '../../kit/ids.ts'

/**
 * How far someone sees into a tracker (docs/api/trackers.md §6.5): said once, then asked of an artifact or turned into
 * SQL.
 */
export type TrackerAccess = 'none' | 'full' | RestrictedAccess

export interface RestrictedAccess {
  /** The caller's groups: an artifact with permissions of its own must grant one of them. */
  readonly groups: readonly UserGroupId[]
  /** Full access: who submitted it and who it is assigned to does not matter. */
  readonly hasFullPermission: boolean
  /** Groups of the caller to which the submitter must belong. */
  readonly submitterGroups: readonly UserGroupId[]
  /** Groups of the caller to which one of the assignees must belong. */
  readonly assigneeGroups: readonly UserGroupId[]
  /** The list of people that says who an artifact is assigned to. */
  readonly assigneeField: FieldId | null
  /** Artifacts this person submitted. */
  readonly submitter: UserId | null
}

/** A tracker and how far the caller sees into it. */
export interface AccessibleTracker {
  readonly trackerId: TrackerId
  readonly projectId: ProjectId
  readonly access: TrackerAccess
}

/** What a partial reach must know of an artifact. */
export interface AccessFacts {
  /** Groups its own permissions grant; null: it has none. */
  readonly grantedGroups: ReadonlySet<UserGroupId> | null
  readonly submitterGroups: ReadonlySet<UserGroupId>
  readonly assigneeGroups: ReadonlySet<UserGroupId>
}
