import { sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ArtifactId, ChangeId, ChangesetId } from '../../kit/values/ids.ts'

/** A row of the log of changes. */
export interface LogRow {
  readonly id: ChangeId
  readonly artifactId: ArtifactId
  readonly kind: string
  readonly changesetId: ChangesetId | null
}

export async function loadLogs(db: Reader, ids: readonly ArtifactId[]): Promise<Map<ArtifactId, LogRow[]>> {
  const columns = ['id', 'artifact_id as artifactId', 'kind', 'changeset_id as changesetId'] as const
  const query = db.selectFrom('change').select(columns).where(inList('artifact_id', ids))
  return Map.groupBy(await query.orderBy('id').execute(), ({ artifactId }) => artifactId)
}

/** Returns the artifacts that were ever deleted; they may have been restored. */
export async function loadDeletedIds(db: Reader, ids: readonly ArtifactId[]): Promise<Set<ArtifactId>> {
  if (ids.length === 0) return new Set()
  const query = db.selectFrom('change').select('artifact_id as id').where(inList('artifact_id', ids))
  return new Set((await query.where('kind', '=', 'deleted').execute()).map(({ id }) => id))
}

/** Returns artifacts in the log that do not exist and have no logged deletion; limited. */
export async function findUnloggedDeletions(db: Reader, limit: number): Promise<ArtifactId[]> {
  const rows = await db
    .selectFrom('change')
    .select('artifact_id as id')
    .distinct()
    .where(sql<boolean>`not exists (select 1 from artifact where artifact.id = change.artifact_id)`)
    .where(
      sql<boolean>`not exists (select 1 from change as later where later.artifact_id = change.artifact_id and later.kind = 'deleted')`,
    )
    .orderBy('artifact_id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns counted deletions without a logged deletion, or whose artifact exists without a restoration; limited. */
export async function findContradictoryDeletions(db: Reader, limit: number): Promise<ArtifactId[]> {
  const rows = await db
    .selectFrom('artifact_deletion')
    .select('artifact_id as id')
    .distinct()
    .where(
      sql<boolean>`((exists (select 1 from artifact where artifact.id = artifact_deletion.artifact_id) and not exists (select 1 from change as later where later.artifact_id = artifact_deletion.artifact_id and later.kind = 'created' and later.id > (select max(id) from change as gone where gone.artifact_id = artifact_deletion.artifact_id and gone.kind = 'deleted'))) or not exists (select 1 from change where change.artifact_id = artifact_deletion.artifact_id and change.kind = 'deleted'))`,
    )
    .orderBy('artifact_id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
