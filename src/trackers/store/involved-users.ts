import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { TrackerId, UserId } from '../../kit/values/ids.ts'

/** What a user did with an artifact of a tracker: submitted it, or changed it at any time. */
export type Involvement = 'submitter' | 'modifier'

interface UserColumn {
  readonly table: 'artifact' | 'artifact_modifier'
  readonly column: string
}

/** Each has an index that begins with the tracker and the user. */
const columnsOf: { readonly [I in Involvement]: readonly UserColumn[] } = {
  submitter: [{ table: 'artifact', column: 'submitted_by' }],
  // The author of the last changeset has no row in artifact_modifier (tables.ts).
  modifier: [
    { table: 'artifact', column: 'updated_by' },
    { table: 'artifact_modifier', column: 'user_id' },
  ],
}

/**
 * Returns whether the user of a row of `user` is involved in artifacts of a tracker, as a condition. It looks for the
 * first user from this one on, which takes one step in an index; for `exists` PostgreSQL may read all rows of a tracker.
 */
export function isInvolved(involvement: Involvement, tracker: TrackerId): RawBuilder<SqlBool> {
  const user = sql.ref('user.id')
  const conditions = columnsOf[involvement].map(
    (each) => sql`${selectFirst(each, sql`${tracker}`, '>=', user)} = ${user}`,
  )
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

/** Selects the first user of an index after or from another one. */
const selectFirst = (
  { table, column }: UserColumn,
  tracker: RawBuilder<unknown>,
  comparison: '>' | '>=',
  user: RawBuilder<unknown>,
) => {
  const involved = sql.ref(`involving.${column}`)
  return sql<UserId | null>`(select min(${involved}) from ${sql.table(table)} as involving
    where involving.tracker_id = ${tracker} and ${involved} ${sql.raw(comparison)} ${user})`
}

/** Returns the users who submitted artifacts of these trackers, by id. */
export const loadSubmitters = (db: Reader, trackers: readonly TrackerId[]): Promise<Map<TrackerId, UserId[]>> =>
  loadInvolvedUsers(db, trackers, 'submitter')

/** Returns the users who have ever changed an artifact of these trackers, by id. */
export const loadModifiers = (db: Reader, trackers: readonly TrackerId[]): Promise<Map<TrackerId, UserId[]>> =>
  loadInvolvedUsers(db, trackers, 'modifier')

/**
 * Steps through the indexes from one user to the next, so that the cost depends on the number of users and not of
 * artifacts.
 */
async function loadInvolvedUsers(
  db: Reader,
  trackers: readonly TrackerId[],
  involvement: Involvement,
): Promise<Map<TrackerId, UserId[]>> {
  const users = new Map<TrackerId, UserId[]>(trackers.map((id) => [id, []]))
  if (trackers.length === 0) return users
  const next = (tracker: string, after: RawBuilder<unknown>) => {
    const candidates = columnsOf[involvement].map(
      (each) => sql`select ${selectFirst(each, sql.ref(tracker), '>', after)} as user_id`,
    )
    return sql`(select min(candidate.user_id) from (${sql.join(candidates, sql` union all `)}) as candidate)`
  }
  const { rows } = await sql<{ tracker_id: TrackerId; user_id: UserId }>`
    with recursive seen (tracker_id, user_id) as (
      select tracker.id, ${next('tracker.id', sql.lit(0))} from tracker where ${inList('tracker.id', trackers)}
      union all
      select seen.tracker_id, ${next('seen.tracker_id', sql.ref('seen.user_id'))} from seen
      where seen.user_id is not null
    )
    select tracker_id, user_id from seen where user_id is not null order by user_id`.execute(db)
  for (const { tracker_id, user_id } of rows) users.get(tracker_id)?.push(user_id)
  return users
}
