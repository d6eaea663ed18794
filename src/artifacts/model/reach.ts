import type { FieldId, ProjectId, TrackerId, UserGroupId, UserId } from '../../kit/ids.ts'

/**
 * How far someone sees into a tracker (docs/api/trackers.md §6.5): said once, then asked of an artifact or turned into
 * SQL.
 */
export type Reach = 'nothing' | 'everything' | PartialReach

export interface PartialReach {
  /** The caller's groups: an artifact with permissions of its own must grant one of them. */
  readonly groups: readonly UserGroupId[]
  /** Full access: who submitted it and who it is assigned to does not matter. */
  readonly isFull: boolean
  /** Groups of the caller to which the submitter must belong. */
  readonly submittedIn: readonly UserGroupId[]
  /** Groups of the caller to which one of the assignees must belong. */
  readonly assignedIn: readonly UserGroupId[]
  /** The list of people that says who an artifact is assigned to. */
  readonly assignees: FieldId | null
  /** Artifacts this person submitted. */
  readonly own: UserId | null
}

/** A tracker and how far the caller sees into it. */
export interface Territory {
  readonly trackerId: TrackerId
  readonly projectId: ProjectId
  readonly reach: Reach
}

/** What a partial reach must know of an artifact. */
export interface Standing {
  /** Groups its own permissions grant; null: it has none. */
  readonly granted: ReadonlySet<UserGroupId> | null
  readonly submitterIn: ReadonlySet<UserGroupId>
  readonly assigneesIn: ReadonlySet<UserGroupId>
}
