import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ArtifactId, TrackerId, UserId } from '../../kit/values/ids.ts'

/** A row of artifact_modifier. */
export interface ModifierRow {
  readonly artifactId: ArtifactId
  readonly trackerId: TrackerId
  readonly userId: UserId
}

export async function loadModifierRows(
  db: Reader,
  ids: readonly ArtifactId[],
): Promise<Map<ArtifactId, ModifierRow[]>> {
  const columns = ['artifact_id as artifactId', 'tracker_id as trackerId', 'user_id as userId'] as const
  const query = db.selectFrom('artifact_modifier').select(columns).where(inList('artifact_id', ids))
  return Map.groupBy(await query.orderBy('tracker_id').orderBy('user_id').execute(), ({ artifactId }) => artifactId)
}
