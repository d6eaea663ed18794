import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { ArtifactId, RepositoryId, UserId } from '../../kit/values/ids.ts'
import type { Commit } from '../model/commit.ts'
import type { CommitPaths } from '../model/commit-paths.ts'
import type { RepositoryPermit } from '../model/repository-permit.ts'

/** Marks the revisions that were imported with the repository. */
export async function saveImportedRevisions(
  tx: Tx,
  { subject: { id } }: RepositoryPermit,
  revisions: number,
): Promise<void> {
  await tx.updateTable('repository').set({ imported_revisions: revisions }).where('id', '=', id).execute()
}

/** Adds new commits in bulk with their authors. */
export async function addCommits(
  tx: Tx,
  { subject: { id } }: RepositoryPermit,
  commits: readonly (Commit & { readonly userId: UserId | null; readonly paths: CommitPaths })[],
): Promise<void> {
  const rows = commits.map(({ revision, author, userId, committedOn, message, paths }) => ({
    repository_id: id,
    revision,
    author,
    user_id: userId,
    committed_on: committedOn,
    message,
    paths: JSON.stringify(paths),
  }))
  await insertRows(tx, 'repository_commit', rows)
}

/** Origin data of imported commits, whose own text would mislead. */
export interface ImportedCommit {
  /** null: no account here */
  readonly userId: UserId | null
  /** Artifacts by `keyword number`, with the number of the original site. */
  readonly artifacts: ReadonlyMap<string, ArtifactId>
}

/** Returns the imported commits of some revisions. */
export async function loadImportedCommits(
  db: Reader,
  id: RepositoryId,
  revisions: readonly number[],
): Promise<Map<number, ImportedCommit>> {
  if (revisions.length === 0) return new Map()
  const commits = await db
    .selectFrom('repository_commit as commit')
    .innerJoin('repository', 'repository.id', 'commit.repository_id')
    .select(['commit.revision', 'commit.user_id'])
    .where('repository.id', '=', id)
    .whereRef('commit.revision', '<=', 'repository.imported_revisions')
    .where(inList('commit.revision', [...new Set(revisions)]))
    .execute()
  if (commits.length === 0) return new Map()
  const imported = commits.map(({ revision }) => revision)
  const references = await db
    .selectFrom('repository_reference')
    .select(['revision', 'keyword', 'value', 'artifact_id'])
    .where('repository_id', '=', id)
    .where('artifact_id', 'is not', null)
    .where(inList('revision', imported))
    .execute()
  const artifacts = new Map(imported.map((revision) => [revision, new Map<string, ArtifactId>()]))
  for (const { revision, keyword, value, artifact_id } of references)
    if (artifact_id !== null) artifacts.get(revision)?.set(`${keyword} ${value}`, artifact_id)
  return new Map(
    commits.map(({ revision, user_id }) => [
      revision,
      { userId: user_id, artifacts: artifacts.get(revision) ?? new Map() },
    ]),
  )
}
