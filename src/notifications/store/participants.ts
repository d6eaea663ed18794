import type { StoredValues } from '../../fields/field.ts'
import type { Reader } from '../../kit/db/db.ts'
import { inList } from '../../kit/db/sql.ts'
import type { ArtifactId, ChangesetId, UserId } from '../../kit/ids.ts'

/** Returns the users who commented on each artifact. */
export async function loadCommenters(db: Reader, ids: readonly ArtifactId[]): Promise<Map<ArtifactId, UserId[]>> {
  const rows = await db
    .selectFrom('comment')
    .innerJoin('changeset', 'changeset.id', 'comment.changeset_id')
    .select(['changeset.artifact_id as id', 'comment.submitted_by as user'])
    .distinct()
    .where(inList('changeset.artifact_id', ids))
    .where('comment.submitted_by', 'is not', null)
    .execute()
  return groupByArtifact(rows)
}

/** Returns the watchers of each artifact. */
export async function loadWatchers(db: Reader, ids: readonly ArtifactId[]): Promise<Map<ArtifactId, UserId[]>> {
  const query = db.selectFrom('artifact_watcher').select(['artifact_id as id', 'user_id as user'])
  return groupByArtifact(await query.where(inList('artifact_id', ids)).execute())
}

function groupByArtifact(rows: readonly { id: ArtifactId; user: UserId | null }[]): Map<ArtifactId, UserId[]> {
  const users = new Map<ArtifactId, UserId[]>()
  for (const { id, user } of rows) if (user !== null) users.set(id, [...(users.get(id) ?? []), user])
  return users
}

/** Returns the values that each changeset changed. */
export async function loadChangedValues(
  db: Reader,
  ids: readonly ChangesetId[],
): Promise<Map<ChangesetId, StoredValues>> {
  const rows = await db.selectFrom('changeset').select(['id', 'values']).where(inList('id', ids)).execute()
  // Written only by artifacts/store/add-changesets.ts, from StoredValues.
  return new Map(rows.map(({ id, values }) => [id, JSON.parse(values) as StoredValues]))
}
