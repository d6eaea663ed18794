import type { ProjectId, RepositoryId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** A Subversion repository of a project. */
export interface Repository {
  readonly id: RepositoryId
  readonly projectId: ProjectId
  readonly name: string
  /** Directory in the storage; null: it is stored as a dump. */
  readonly directory: string | null
  readonly createdOn: EpochSeconds
  readonly createdBy: UserId | null
  readonly commitRules: CommitRules
  readonly immutableTags: ImmutableTags
  readonly hasDefaultPermissions: boolean
  /** 0: no version exists */
  readonly accessFileVersion: number
  /** Why all access is denied; null: the access file is active. */
  readonly accessFileProblem: string | null
  readonly subjectHeader: string
  /** Set while a deletion is pending. */
  readonly deletionRequestedOn: EpochSeconds | null
  readonly deletionRequestedBy: UserId | null
  readonly deletedOn: EpochSeconds | null
  /** Name of the dump of a deleted repository. */
  readonly dump: string | null
}

/** Deleted repository with a dump (docs/api/subversion.md §1.8). */
export interface DeletedRepository extends Pick<Repository, 'id' | 'name'> {
  readonly deletedOn: EpochSeconds
}

/** docs/api/subversion.md §2.1. */
export interface CommitRules {
  readonly isReferenceMandatory: boolean
  readonly isMessageChangeAllowed: boolean
}

/** docs/api/subversion.md §2.1; paths as entered, trimmed. */
export interface ImmutableTags {
  readonly paths: readonly string[]
  readonly whitelist: readonly string[]
}

/** Recipients of commits below a path (docs/api/subversion.md §2.4). */
export interface CommitNotification {
  readonly path: string
  readonly emails: readonly string[]
  readonly users: readonly UserId[]
  readonly groups: readonly UserGroupId[]
}

/** Settings that administrators change (docs/api/subversion.md §1.3). */
export interface RepositorySettings {
  readonly commitRules: CommitRules
  readonly immutableTags: ImmutableTags
  /** Text of administrators, without generated parts. */
  readonly accessFile: string
  readonly notifications: readonly CommitNotification[]
  readonly hasDefaultPermissions: boolean
}

/** One version of the administrators' text of the access file. */
export interface AccessFileVersion {
  readonly version: number
  readonly text: string
  readonly hasDefaultPermissions: boolean
  readonly createdOn: EpochSeconds
  readonly createdBy: UserId | null
}
