import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { TrackerId, UserId } from '../../kit/values/ids.ts'

/** Returns the users who submitted artifacts of these trackers, by id. */
export const loadSubmitters = (db: Reader, trackers: readonly TrackerId[]): Promise<Map<TrackerId, UserId[]>> =>
  distinctUsers(db, trackers, 'submitted_by')

/** Returns the users who last modified an artifact of these trackers, by id. */
export const loadModifiers = (db: Reader, trackers: readonly TrackerId[]): Promise<Map<TrackerId, UserId[]>> =>
  distinctUsers(db, trackers, 'updated_by')

/**
 * Steps through the index from one user to the next, so that the cost depends on the number of users and not of
 * artifacts.
 */
async function distinctUsers(
  db: Reader,
  trackers: readonly TrackerId[],
  column: 'submitted_by' | 'updated_by',
): Promise<Map<TrackerId, UserId[]>> {
  const users = new Map<TrackerId, UserId[]>(trackers.map((id) => [id, []]))
  if (trackers.length === 0) return users
  const userColumn = sql.ref(`artifact.${column}`)
  const next = (trackerId: string, condition: ReturnType<typeof sql<SqlBool>>) => sql<UserId | null>`
    (select min(${userColumn}) from artifact where artifact.tracker_id = ${sql.ref(trackerId)} and ${condition})`
  const { rows } = await sql<{ tracker_id: TrackerId; user_id: UserId }>`
    with recursive seen (tracker_id, user_id) as (
      select tracker.id, ${next('tracker.id', sql`${userColumn} is not null`)} from tracker
      where ${inList('tracker.id', trackers)}
      union all
      select seen.tracker_id, ${next('seen.tracker_id', sql`${userColumn} > seen.user_id`)} from seen
      where seen.user_id is not null
    )
    select tracker_id, user_id from seen where user_id is not null order by user_id`.execute(db)
  for (const { tracker_id, user_id } of rows) users.get(tracker_id)?.push(user_id)
  return users
}
