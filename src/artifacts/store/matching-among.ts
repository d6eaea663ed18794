import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { type Condition, matchAll } from '../../fields/model/condition.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import { matching } from './matching.ts'

/** Returns the given artifacts of a tracker that match a condition. */
export async function filterMatching(
  db: Reader,
  tracker: TrackerId,
  condition: Condition = matchAll,
  ids: readonly ArtifactId[],
): Promise<Set<ArtifactId>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('artifact')
    .select('id')
    .where('tracker_id', '=', tracker)
    .where(inList('artifact.id', ids))
    .where(matching(condition, ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
