import type { Reader, Tx } from '../../kit/db/db.ts'
import { insertRows } from '../../kit/db/insert-rows.ts'
import { inList } from '../../kit/db/sql.ts'
import type { ArtifactId, ProjectId, RepositoryId, UserId } from '../../kit/ids.ts'
import type { Commit } from '../model/commit.ts'
import type { CommitPaths } from '../model/commit-paths.ts'

/** Whether it was not known yet: a commit is made known once. */
export async function addCommit(
  tx: Tx,
  id: RepositoryId,
  { revision, author, committedOn, message }: Commit,
  { userId, paths }: { readonly userId: UserId | null; readonly paths: CommitPaths },
): Promise<boolean> {
  const own = { revision, author, committed_on: committedOn, message }
  const row = { repository_id: id, ...own, user_id: userId, paths: JSON.stringify(paths) }
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

/** A commit by where it is. */
export interface CommitPlace {
  readonly repositoryId: RepositoryId
  readonly revision: number
}

/** What these commits changed, by `commitKey`; those that nobody looked at yet are left out. */
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

/** The first of those that refer to artifacts and that nobody looked at yet. */
export async function commitsToLookAt(db: Reader, id: RepositoryId, most: number): Promise<number[]> {
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
  { repositoryId, revision }: CommitPlace,
  paths: CommitPaths,
): Promise<void> {
  const own = tx.updateTable('repository_commit').set({ paths: JSON.stringify(paths) })
  await own.where('repository_id', '=', repositoryId).where('revision', '=', revision).execute()
}

export interface StoredReference {
  readonly keyword: string
  readonly value: string
  readonly artifactId: ArtifactId | null
}

/** What commits refer to, each reference once. */
export async function addReferences(
  tx: Tx,
  id: RepositoryId,
  references: readonly (StoredReference & { readonly revision: number })[],
): Promise<void> {
  const rows = references.map(({ revision, keyword, value, artifactId }) => ({
    repository_id: id,
    revision,
    keyword,
    value,
    artifact_id: artifactId,
  }))
  await insertRows(tx, 'repository_reference', rows)
}

/** Artifacts that commits of a repository refer to, all of them or these. */
export async function referredArtifacts(
  db: Reader,
  id: RepositoryId,
  revisions?: readonly number[],
): Promise<ArtifactId[]> {
  const all = db.selectFrom('repository_reference').select('artifact_id').distinct().where('repository_id', '=', id)
  const query = revisions === undefined ? all : all.where(inList('revision', revisions))
  const rows = await query.where('artifact_id', 'is not', null).execute()
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
