import { sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { Field } from '../../fields/model/field.ts'
import type { BindValueId, TrackerId } from '../../kit/values/ids.ts'

/** More values than this are treated as used without a check. */
const maxCheckedValues = 200

/** Returns the values of a list that artifacts have or had. */
export async function findUsedValues(db: Reader, field: Field, ids: readonly BindValueId[]): Promise<Set<BindValueId>> {
  if (ids.length === 0) return new Set()
  const query = db.selectFrom('value_list').select('value_id').distinct().where('field_id', '=', field.id)
  const rows = await query.where(inList('value_id', ids)).execute()
  const current = new Set<number>(rows.map(({ value_id }) => value_id))
  const others = ids.filter((id) => !current.has(id))
  if (others.length > maxCheckedValues) return new Set(ids)
  const past = await findValuesInHistory(db, field, others)
  return new Set(ids.filter((id) => current.has(id) || past.has(id)))
}

/** Scans the changes of a tracker once; an id inside another number also counts as used, to be safe. */
async function findValuesInHistory(
  db: Reader,
  field: Field,
  ids: readonly BindValueId[],
): Promise<ReadonlySet<BindValueId>> {
  if (ids.length === 0) return new Set()
  const mentions = (id: BindValueId) => sql`changeset."values" like ${`%"${field.id}":[%${id}%`}`
  const columns = ids.map(
    (id, index) => sql`max(case when ${mentions(id)} then 1 else 0 end) as ${sql.id(`v${index}`)}`,
  )
  const { rows } = await sql<Readonly<Record<string, number | null>>>`
    select ${sql.join(columns)} from changeset
    where changeset.artifact_id in (select id from artifact where tracker_id = ${field.trackerId})`.execute(db)
  return new Set(ids.filter((_id, index) => rows[0]?.[`v${index}`] === 1))
}

/** Whether any artifact of a tracker is restricted to some user groups. */
export async function hasRestrictedArtifacts(db: Reader, trackerId: TrackerId): Promise<boolean> {
  const query = db.selectFrom('artifact').select('id').where('tracker_id', '=', trackerId)
  return (await query.where('permission_set_id', 'is not', null).limit(1).executeTakeFirst()) !== undefined
}
