import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Artifact, ArtifactAccessHeader } from '../model/artifact.ts'

/** Stores what decided who saw a deleted artifact; a restored artifact may be deleted again. */
export async function recordDeletedArtifact(
  tx: Tx,
  { subject: { id, trackerId, submittedBy, permissionSetId } }: Permit<'delete', Artifact>,
): Promise<void> {
  const columns = { tracker_id: trackerId, submitted_by: submittedBy, permission_set_id: permissionSetId }
  await tx
    .insertInto('deleted_artifact')
    .values({ artifact_id: id, ...columns })
    .onConflict((conflict) => conflict.column('artifact_id').doUpdateSet(columns))
    .execute()
}

/** Loads deleted artifacts with what decided who saw them, as far as it is known. */
export async function loadDeletedArtifacts(db: Reader, ids: readonly ArtifactId[]): Promise<ArtifactAccessHeader[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('deleted_artifact').selectAll().where(inList('artifact_id', ids)).execute()
  return rows.map((row) => ({
    id: row.artifact_id,
    trackerId: row.tracker_id,
    submittedBy: row.submitted_by,
    permissionSetId: row.permission_set_id,
  }))
}
