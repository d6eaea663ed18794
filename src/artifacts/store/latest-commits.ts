import { type Expression, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { LatestCommit } from '../model/activity.ts'

/** Of each repository: a caller may not read all of them. */
const maxRevisions = 50

/** Loads the latest commits of each repository of a project since a time, newest first. */
export async function loadLatestCommits(db: Reader, project: ProjectId, since: EpochSeconds): Promise<LatestCommit[]> {
  // Revisions have an index, times have not.
  const isLate: Expression<SqlBool> = sql`${sql.ref('commit.revision')} > (
    select max(revision) from repository_commit where repository_id = repository.id) - ${maxRevisions}`
  const rows = await db
    .selectFrom('repository')
    .innerJoin('repository_commit as commit', 'commit.repository_id', 'repository.id')
    .select([
      'repository.id',
      'repository.name',
      'commit.revision',
      'commit.user_id',
      'commit.author',
      'commit.committed_on',
      'commit.message',
    ])
    .where('repository.project_id', '=', project)
    .where('repository.deleted_on', 'is', null)
    .where('repository.deletion_requested_on', 'is', null)
    .where(isLate)
    .where('commit.committed_on', '>=', since)
    .orderBy('commit.committed_on', 'desc')
    .orderBy('commit.revision', 'desc')
    .orderBy('repository.id')
    .execute()
  return rows.map((row) => ({
    repositoryId: row.id,
    repository: row.name,
    revision: row.revision,
    userId: row.user_id,
    author: row.author,
    at: row.committed_on,
    message: row.message,
  }))
}
