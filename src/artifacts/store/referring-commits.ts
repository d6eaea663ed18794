import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ArtifactId, ProjectId, RepositoryId } from '../../kit/values/ids.ts'

/** A commit whose message refers to an artifact (docs/api/subversion.md §2.5). */
export interface ReferringCommit {
  readonly target: ArtifactId
  readonly projectId: ProjectId
  readonly repositoryId: RepositoryId
  readonly repository: string
  readonly revision: number
}

/** Loads commits that refer to these artifacts, the oldest first, except those of deleted repositories. */
export async function loadReferringCommits(db: Reader, ids: readonly ArtifactId[]): Promise<ReferringCommit[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('repository_reference as reference')
    .innerJoin('repository', 'repository.id', 'reference.repository_id')
    .select([
      'reference.artifact_id',
      'repository.project_id',
      'repository.id',
      'repository.name',
      'reference.revision',
    ])
    .distinct()
    .where(inList('reference.artifact_id', ids))
    .where('repository.deleted_on', 'is', null)
    .orderBy('repository.name')
    .orderBy('reference.revision')
    .execute()
  return rows.map((row) => ({
    // Not null, because of the condition on these ids.
    target: row.artifact_id as ArtifactId,
    projectId: row.project_id,
    repositoryId: row.id,
    repository: row.name,
    revision: row.revision,
  }))
}

/** Removes the references of commits to a deleted artifact. */
export async function removeCommitReferences(tx: Tx, id: ArtifactId): Promise<void> {
  await tx.updateTable('repository_reference').set({ artifact_id: null }).where('artifact_id', '=', id).execute()
}
