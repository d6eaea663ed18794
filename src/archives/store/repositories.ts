import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ArtifactId, ProjectId, RepositoryId, UserId } from '../../kit/values/ids.ts'
import type { AccessFileVersion } from '../../subversion/model/repository.ts'

/** Returns all versions of an access file, oldest first. */
export async function loadAccessFiles(db: Reader, id: RepositoryId): Promise<AccessFileVersion[]> {
  const query = db.selectFrom('repository_access_file').selectAll().where('repository_id', '=', id)
  return (await query.orderBy('version').execute()).map((row) => ({
    version: row.version,
    text: row.text,
    hasDefaultPermissions: row.has_default_permissions === 1,
    createdOn: row.created_on,
    createdBy: row.created_by,
  }))
}

/** Returns the accounts of the committers of repositories. */
export async function loadCommitters(db: Reader, ids: readonly RepositoryId[]): Promise<UserId[]> {
  if (ids.length === 0) return []
  const query = db.selectFrom('repository_commit').select('user_id').distinct().where(inList('repository_id', ids))
  return (await query.execute()).flatMap(({ user_id }) => user_id ?? [])
}

export interface CommitReferenceRow {
  readonly revision: number
  readonly keyword: string
  readonly value: string
  /** null: no artifact of the project */
  readonly artifact: ArtifactId | null
}

const revisionsPerBatch = 1000

/** Returns the references of commits up to a revision, in batches. */
export async function* loadCommitReferences(
  db: Reader,
  { id, projectId, youngest }: { readonly id: RepositoryId; readonly projectId: ProjectId; readonly youngest: number },
): AsyncGenerator<readonly CommitReferenceRow[]> {
  for (let after = 0; after < youngest; after += revisionsPerBatch) {
    const rows = await db
      .selectFrom('repository_reference as reference')
      .leftJoin('artifact', 'artifact.id', 'reference.artifact_id')
      .leftJoin('tracker', (join) =>
        join
          .onRef('tracker.id', '=', 'artifact.tracker_id')
          .on('tracker.project_id', '=', projectId)
          .on('tracker.deleted_on', 'is', null),
      )
      .select(['reference.revision', 'reference.keyword', 'reference.value', 'reference.artifact_id', 'tracker.id'])
      .where('reference.repository_id', '=', id)
      .where('reference.revision', '>', after)
      .where('reference.revision', '<=', Math.min(after + revisionsPerBatch, youngest))
      .orderBy('reference.revision')
      .orderBy('reference.keyword')
      .orderBy('reference.value')
      .execute()
    if (rows.length > 0)
      yield rows.map(({ revision, keyword, value, artifact_id, id: tracker }) => ({
        revision,
        keyword,
        value,
        artifact: tracker === null ? null : artifact_id,
      }))
  }
}
