import type { ArtifactId, ChangesetId, RepositoryId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Artifact } from './artifact.ts'

export interface ActivityDay {
  readonly start: EpochSeconds
  readonly created: number
  readonly updated: number
  readonly comments: number
}

export interface LatestChange {
  readonly at: EpochSeconds
  readonly kind: 'created' | 'updated' | 'moved'
  readonly artifactId: ArtifactId
  readonly changesetId: ChangesetId | null
  readonly userId: UserId | null
  readonly hasComment: boolean
}

/** A commit to a repository of the project. */
export interface LatestCommit {
  readonly repositoryId: RepositoryId
  readonly repository: string
  readonly revision: number
  /** null: no user has the login of the author */
  readonly userId: UserId | null
  readonly author: string
  readonly at: EpochSeconds
  readonly message: string
}

export interface ProjectActivity {
  /** oldest first */
  readonly days: readonly ActivityDay[]
  /** newest first */
  readonly latest: readonly (LatestChange & { readonly artifact: Artifact })[]
  /** newest first */
  readonly commits: readonly LatestCommit[]
}
