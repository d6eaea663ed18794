import { keepGroups } from '../../accounts/store/groups.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { World } from '../../world/model/world.ts'

/**
 * Returns the user groups that administer the repositories of a project in addition to its administrators
 * (docs/api/subversion.md §1.1).
 */
export const getRepositoryAdministrators = (
  world: Pick<World, 'db' | 'cache'>,
  projectId: ProjectId,
): Promise<readonly UserGroupId[]> =>
  world.cache.getOrLoad('projects', `repository administrators ${projectId}`, () =>
    loadRepositoryAdministrators(world.db.read, projectId),
  )

export async function loadRepositoryAdministrators(db: Reader, projectId: ProjectId): Promise<readonly UserGroupId[]> {
  const query = db.selectFrom('repository_administrator').select('group_id').where('project_id', '=', projectId)
  return (await query.orderBy('group_id').execute()).map((row) => row.group_id)
}

/** Replaces the existing ones. */
export async function saveRepositoryAdministrators(
  tx: Tx,
  { subject: { id: projectId } }: Permit<'administer repositories' | 'complete', { readonly id: ProjectId }>,
  groups: readonly UserGroupId[],
): Promise<void> {
  await keepGroups(tx, groups)
  await tx.deleteFrom('repository_administrator').where('project_id', '=', projectId).execute()
  const rows = [...new Set(groups)].map((id) => ({ project_id: projectId, group_id: id }))
  await insertRows(tx, 'repository_administrator', rows)
}
