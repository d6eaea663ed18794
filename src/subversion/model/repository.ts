import type { ProjectId, RepositoryId, UserGroupId, UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/** A Subversion repository of a project, as its row says. */
export interface Repository {
  readonly id: RepositoryId
  readonly projectId: ProjectId
  readonly name: string
  /** Where the storage keeps it; null: it is kept as a dump. */
  readonly folder: string | null
  readonly createdOn: EpochSeconds
  readonly createdBy: UserId | null
  readonly commitRules: CommitRules
  readonly immutableTags: ImmutableTags
  readonly hasDefaultPermissions: boolean
  /** 0: nobody wrote one */
  readonly accessFileVersion: number
  /** Why nobody has access; null: the access file is in force. */
  readonly accessFileProblem: string | null
  readonly subjectHeader: string
  /** It waits for being deleted. */
  readonly deletionAskedOn: EpochSeconds | null
  readonly deletionAskedBy: UserId | null
  readonly deletedOn: EpochSeconds | null
  /** What is left of a deleted one, as the storage calls it. */
  readonly dump: string | null
}

/** One of which a dump is left (docs/api/subversion.md §1.8). */
export interface DeletedRepository extends Pick<Repository, 'id' | 'name'> {
  readonly deletedOn: EpochSeconds
}

/** docs/api/subversion.md §2.1. */
export interface CommitRules {
  readonly isReferenceMandatory: boolean
  readonly isMessageChangeAllowed: boolean
}

/** docs/api/subversion.md §2.1; paths as they were written, trimmed. */
export interface ImmutableTags {
  readonly paths: readonly string[]
  readonly whitelist: readonly string[]
}

/** Who hears of commits below a path (docs/api/subversion.md §2.4). */
export interface CommitNotification {
  readonly path: string
  readonly emails: readonly string[]
  readonly users: readonly UserId[]
  readonly groups: readonly UserGroupId[]
}

/** What administrators set (docs/api/subversion.md §1.3). */
export interface RepositorySettings {
  readonly commitRules: CommitRules
  readonly immutableTags: ImmutableTags
  /** What they wrote themselves, never what is generated. */
  readonly accessFile: string
  readonly notifications: readonly CommitNotification[]
  readonly hasDefaultPermissions: boolean
}

/** One version of what administrators wrote into the access file. */
export interface AccessFileVersion {
  readonly version: number
  readonly text: string
  readonly hasDefaultPermissions: boolean
  readonly createdOn: EpochSeconds
  readonly createdBy: UserId | null
}
