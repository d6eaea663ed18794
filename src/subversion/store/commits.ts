import type { Reader, Tx } from '../../kit/db/db.ts'
import { insertRows } from '../../kit/db/insert-rows.ts'
import { inList } from '../../kit/db/sql.ts'
import type { ArtifactId, ProjectId, RepositoryId, UserId } from '../../kit/ids.ts'
import type { Commit } from '../model/commit.ts'

/** Whether it was not known yet: a commit is made known once. */
export async function addCommit(
  tx: Tx,
  id: RepositoryId,
  { revision, author, committedOn, message }: Commit,
  userId: UserId | null,
): Promise<boolean> {
  const row = { repository_id: id, revision, author, user_id: userId, committed_on: committedOn, message }
  const insert = tx
    .insertInto('repository_commit')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
  return (await insert.returning('revision').execute()).length === 1
}

/** Of these revisions, those that were made known. */
export async function knownCommits(db: Reader, id: RepositoryId, after: number): Promise<Set<number>> {
  const query = db.selectFrom('repository_commit').select('revision').where('repository_id', '=', id)
  return new Set((await query.where('revision', '>', after).execute()).map(({ revision }) => revision))
}

export async function lookForCommit(db: Reader, id: RepositoryId, revision: number): Promise<Commit | undefined> {
  const query = db.selectFrom('repository_commit').selectAll().where('repository_id', '=', id)
  const row = await query.where('revision', '=', revision).executeTakeFirst()
  return row && { revision, author: row.author, committedOn: row.committed_on, message: row.message }
}

export interface StoredReference {
  readonly keyword: string
  readonly value: string
  readonly artifactId: ArtifactId | null
}

export async function addReferencesOfCommit(
  tx: Tx,
  id: RepositoryId,
  revision: number,
  references: readonly StoredReference[],
): Promise<void> {
  const rows = references.map(({ keyword, value, artifactId }) => ({
    repository_id: id,
    revision,
    keyword,
    value,
    artifact_id: artifactId,
  }))
  await insertRows(tx, 'repository_reference', rows)
}

/** Artifacts that commits of a repository refer to. */
export async function referredArtifacts(db: Reader, id: RepositoryId): Promise<ArtifactId[]> {
  const query = db.selectFrom('repository_reference').select('artifact_id').distinct()
  const rows = await query.where('repository_id', '=', id).where('artifact_id', 'is not', null).execute()
  return rows.flatMap(({ artifact_id }) => (artifact_id === null ? [] : [artifact_id]))
}

/** Where artifacts are, and what they are called there; those that exist. */
export async function artifactPlaces(
  db: Reader,
  ids: readonly ArtifactId[],
): Promise<Map<ArtifactId, { readonly itemName: string; readonly projectId: ProjectId }>> {
  if (ids.length === 0) return new Map()
  const artifacts = db.selectFrom('artifact').innerJoin('tracker', 'tracker.id', 'artifact.tracker_id')
  const query = artifacts.select(['artifact.id', 'tracker.item_name', 'tracker.project_id'])
  const rows = await query.where(inList('artifact.id', ids)).where('tracker.deleted_on', 'is', null).execute()
  return new Map(rows.map((row) => [row.id, { itemName: row.item_name, projectId: row.project_id }]))
}
