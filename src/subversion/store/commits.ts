import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import { assertSubject } from '../../kit/messages/assert-subject.ts'
import type { ArtifactId, ProjectId, RepositoryId, UserId } from '../../kit/values/ids.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { Commit } from '../model/commit.ts'
import type { CommitPaths } from '../model/commit-paths.ts'
import type { RepositoryPermit } from '../model/repository-permit.ts'

/** Records a commit; returns false if it was already recorded. */
export async function addCommit(
  tx: Tx,
  _permit: SystemPermit<'keep repositories'>,
  id: RepositoryId,
  { revision, author, committedOn, message }: Commit,
  { userId, paths }: { readonly userId: UserId | null; readonly paths: CommitPaths },
): Promise<boolean> {
  const rows = { revision, author, committed_on: committedOn, message }
  const row = { repository_id: id, ...rows, user_id: userId, paths: JSON.stringify(paths) }
  const insert = tx
    .insertInto('repository_commit')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
  return (await insert.returning('revision').execute()).length === 1
}

/** Returns the recorded revisions after one. */
export async function loadRecordedRevisions(db: Reader, id: RepositoryId, after: number): Promise<Set<number>> {
  const query = db.selectFrom('repository_commit').select('revision').where('repository_id', '=', id)
  return new Set((await query.where('revision', '>', after).execute()).map(({ revision }) => revision))
}

export async function findCommit(db: Reader, id: RepositoryId, revision: number): Promise<Commit | undefined> {
  const query = db.selectFrom('repository_commit').selectAll().where('repository_id', '=', id)
  const row = await query.where('revision', '=', revision).executeTakeFirst()
  return row && { revision, author: row.author, committedOn: row.committed_on, message: row.message }
}

/** Repository and revision of a commit. */
export interface CommitPlace {
  readonly repositoryId: RepositoryId
  readonly revision: number
}

/** Returns the indexed paths of commits by `commitKey`; omits commits that are not indexed yet. */
export async function loadCommitPaths(db: Reader, commits: readonly CommitPlace[]): Promise<Map<string, CommitPaths>> {
  if (commits.length === 0) return new Map()
  const rows = await db
    .selectFrom('repository_commit')
    .select(['repository_id', 'revision', 'paths'])
    .where(inList('repository_id', [...new Set(commits.map(({ repositoryId }) => repositoryId))]))
    .where(inList('revision', [...new Set(commits.map(({ revision }) => revision))]))
    .where('paths', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ repository_id: repositoryId, revision, paths }) =>
      paths === null ? [] : [[commitKey({ repositoryId, revision }), JSON.parse(paths)]],
    ),
  )
}

export const commitKey = ({ repositoryId, revision }: CommitPlace): string => `${repositoryId}/${revision}`

/** Returns the first commits that refer to artifacts and are not indexed yet. */
export async function loadUnindexedCommits(db: Reader, id: RepositoryId, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('repository_commit as commit')
    .innerJoin('repository_reference as reference', (join) =>
      join
        .onRef('reference.repository_id', '=', 'commit.repository_id')
        .onRef('reference.revision', '=', 'commit.revision'),
    )
    .select('commit.revision')
    .distinct()
    .where('commit.repository_id', '=', id)
    .where('commit.paths', 'is', null)
    .where('reference.artifact_id', 'is not', null)
    .orderBy('commit.revision')
    .limit(most)
    .execute()
  return rows.map(({ revision }) => revision)
}

export async function saveCommitPaths(
  tx: Tx,
  _permit: SystemPermit<'keep repositories'>,
  { repositoryId, revision }: CommitPlace,
  paths: CommitPaths,
): Promise<void> {
  const rows = tx.updateTable('repository_commit').set({ paths: JSON.stringify(paths) })
  await rows.where('repository_id', '=', repositoryId).where('revision', '=', revision).execute()
}

export interface StoredReference {
  readonly keyword: string
  readonly value: string
  readonly artifactId: ArtifactId | null
}

/** Adds each reference of a commit once. */
export async function addReferences(
  tx: Tx,
  permit: RepositoryPermit | SystemPermit<'keep repositories'>,
  id: RepositoryId,
  references: readonly (StoredReference & { readonly revision: number })[],
): Promise<void> {
  assertSubject(permit, id)
  const rows = references.map(({ revision, keyword, value, artifactId }) => ({
    repository_id: id,
    revision,
    keyword,
    value,
    artifact_id: artifactId,
  }))
  await insertRows(tx, 'repository_reference', rows)
}

/** Returns the trackers and titles of existing artifacts. */
export async function loadArtifactLocations(
  db: Reader,
  ids: readonly ArtifactId[],
): Promise<Map<ArtifactId, { readonly itemName: string; readonly projectId: ProjectId }>> {
  if (ids.length === 0) return new Map()
  const artifacts = db.selectFrom('artifact').innerJoin('tracker', 'tracker.id', 'artifact.tracker_id')
  const query = artifacts.select(['artifact.id', 'tracker.item_name', 'tracker.project_id'])
  const rows = await query.where(inList('artifact.id', ids)).where('tracker.deleted_on', 'is', null).execute()
  return new Map(rows.map((row) => [row.id, { itemName: row.item_name, projectId: row.project_id }]))
}
