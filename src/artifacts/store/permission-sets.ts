import type { Tx } from '../../database/db/db.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import type { PermissionSetId, UserGroupId } from '../../kit/values/ids.ts'

/** Returns the key of a set of groups. */
export const buildPermissionSetSignature = (groups: readonly UserGroupId[]): string =>
  [...new Set(groups)].sort((a, b) => a - b).join(',')

/** Returns the ids of permission sets by signature and adds missing sets. Sets are shared and immutable. */
export async function internPermissionSets(
  tx: Tx,
  sets: readonly (readonly UserGroupId[])[],
): Promise<Map<string, PermissionSetId>> {
  const requested = new Map(sets.map((groups) => [buildPermissionSetSignature(groups), groups]))
  if (requested.size === 0) return new Map()
  const idsBySignature = await loadIdsBySignature(tx, [...requested.keys()])
  const missing = [...requested].filter(([signature]) => !idsBySignature.has(signature))
  if (missing.length === 0) return idsBySignature
  const ids = await allocateIds(tx, 'permission_set', missing.length)
  const rows = missing.map(([signature], index) => ({ id: ids[index] as PermissionSetId, signature }))
  // A concurrent transaction may add the same set: the first row stays, and both use it.
  const insert = tx
    .insertInto('permission_set')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
  const added = await insert.returning(['id', 'signature']).execute()
  const members = added.flatMap(({ id, signature }) =>
    [...new Set(requested.get(signature))].map((group_id) => ({ set_id: id, group_id })),
  )
  if (members.length > 0) await tx.insertInto('permission_set_group').values(members).execute()
  return loadIdsBySignature(tx, [...requested.keys()])
}

async function loadIdsBySignature(tx: Tx, signatures: readonly string[]): Promise<Map<string, PermissionSetId>> {
  const rows = await tx.selectFrom('permission_set').selectAll().where(inList('signature', signatures)).execute()
  return new Map(rows.map((row) => [row.signature, row.id]))
}
