import type { Reader, Tx } from '../../database/db/db.ts'
import type { SitePermission } from '../../kit/values/caller.ts'
import type { UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Grant } from '../model/grant.ts'

export async function loadGrants(db: Reader): Promise<Grant[]> {
  const rows = await db.selectFrom('site_permission').selectAll().orderBy('permission').execute()
  return rows.flatMap<Grant>(({ permission, user_id, group_id }) => {
    // The column is written only by addGrant, from a Grant.
    const granted = permission as SitePermission
    if (user_id !== null) return [{ permission: granted, to: { user: user_id } }]
    return group_id === null ? [] : [{ permission: granted, to: { group: group_id } }]
  })
}

/** Adds a grant; adding it again changes nothing. */
export async function addGrant(tx: Tx, permit: Permit<'administer', 'site'>, grant: Grant): Promise<void> {
  await removeGrant(tx, permit, grant)
  await tx
    .insertInto('site_permission')
    .values({ permission: grant.permission, ...columnsOf(grant) })
    .execute()
}

export async function removeGrant(tx: Tx, _permit: Permit<'administer', 'site'>, grant: Grant): Promise<boolean> {
  const { user_id, group_id } = columnsOf(grant)
  let rows = tx.deleteFrom('site_permission').where('permission', '=', grant.permission)
  rows = user_id === null ? rows.where('group_id', '=', group_id) : rows.where('user_id', '=', user_id)
  const removed = await rows.executeTakeFirst()
  return Number(removed.numDeletedRows) > 0
}

const columnsOf = ({ to }: Grant): { user_id: UserId | null; group_id: UserGroupId | null } =>
  'user' in to ? { user_id: to.user, group_id: null } : { user_id: null, group_id: to.group }
