import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ReportId, TrackerId, UserId } from '../../kit/values/ids.ts'

/** A report that its owner alone sees. */
export interface OwnReport {
  readonly id: ReportId
  readonly trackerId: TrackerId
  readonly name: string
}

/** Returns the first reports of a user in these trackers, by name. */
export async function loadOwnReports(
  db: Reader,
  user: UserId,
  trackers: readonly TrackerId[],
  limit: number,
): Promise<OwnReport[]> {
  const query = db
    .selectFrom('report')
    .select(['id', 'tracker_id', 'name'])
    .where('user_id', '=', user)
    .where(inList('tracker_id', trackers))
  const rows = await query.orderBy('name_key').orderBy('id').limit(limit).execute()
  return rows.map(({ id, tracker_id, name }) => ({ id, trackerId: tracker_id, name }))
}
