import { sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

/** Returns an upper bound of the number of artifacts of each tracker: the numbers assigned there. */
export async function loadMaxArtifactCounts(
  db: Reader,
  trackers: readonly TrackerId[],
): Promise<Map<TrackerId, number>> {
  const rows = await db.selectFrom('tracker').select(['id', 'next_number']).where(inList('id', trackers)).execute()
  return new Map(rows.map(({ id, next_number }) => [id, Number(next_number)]))
}

/** Counts the artifacts that match a condition by tracker, all and open ones. Trackers without any have no entry. */
export async function countArtifactsByTracker(
  db: Reader,
  where: ArtifactCondition,
  isOpen: ArtifactCondition,
): Promise<Map<TrackerId, { readonly total: number; readonly open: number }>> {
  const rows = await db
    .selectFrom('artifact')
    .where(where)
    .select((artifacts) => [
      'tracker_id',
      artifacts.fn.countAll<number>().as('total'),
      sql<number>`count(case when ${isOpen(artifacts)} then 1 end)`.as('open'),
    ])
    .groupBy('tracker_id')
    .execute()
  return new Map(rows.map((row) => [row.tracker_id, { total: Number(row.total), open: Number(row.open) }]))
}
