import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { TrackerId } from '../../kit/values/ids.ts'

/** Loads webhooks and canned responses of trackers, only for copies and exports. */
export async function loadExtras(db: Reader, ids: readonly TrackerId[]) {
  const ofTracker = inList('tracker_id', ids)
  const [webhooks, cannedResponses] = await Promise.all([
    db.selectFrom('webhook').selectAll().where(ofTracker).orderBy('url').execute(),
    db.selectFrom('canned_response').selectAll().where(ofTracker).orderBy('title').execute(),
  ])
  return {
    webhooks: Map.groupBy(webhooks, (row) => row.tracker_id),
    cannedResponses: Map.groupBy(cannedResponses, (row) => row.tracker_id),
  }
}
