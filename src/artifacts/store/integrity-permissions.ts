import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { PermissionSetId, UserGroupId } from '../../kit/values/ids.ts'

/** A permission set with its groups, from its two tables. */
export interface GrantedSet {
  readonly signature: string
  readonly groups: readonly UserGroupId[]
}

export async function loadGrantedSets(
  db: Reader,
  ids: readonly PermissionSetId[],
): Promise<Map<PermissionSetId, GrantedSet>> {
  if (ids.length === 0) return new Map()
  const [sets, groups] = await Promise.all([
    db.selectFrom('permission_set').selectAll().where(inList('id', ids)).execute(),
    db.selectFrom('permission_set_group').selectAll().where(inList('set_id', ids)).execute(),
  ])
  const of = Map.groupBy(groups, (row) => row.set_id)
  return new Map(
    sets.map(({ id, signature }) => [id, { signature, groups: (of.get(id) ?? []).map((row) => row.group_id) }]),
  )
}
