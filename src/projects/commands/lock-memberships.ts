import type { User } from '../../accounts/model/user.ts'
import { loadSiteAdministrators } from '../../accounts/store/site-administrators.ts'
import { lockAccounts } from '../../accounts/store/users.ts'
import type { Tx } from '../../database/db/db.ts'
import { ADMINISTRATION_PROJECT, type ProjectId } from '../../kit/values/ids.ts'
import type { Project } from '../model/project.ts'
import { lockProject } from '../store/projects.ts'

/**
 * Locks the memberships of a project until the end of the transaction, and returns the project. In the project of the
 * site administration it locks the accounts of the site administrators first, so that they neither leave nor are
 * deactivated at the same time, and returns them; other projects have none.
 */
export async function lockMemberships(
  tx: Tx,
  id: ProjectId,
): Promise<{ readonly project: Project | undefined; readonly siteAdministrators: readonly User[] }> {
  if (id !== ADMINISTRATION_PROJECT) return { project: await lockProject(tx, id), siteAdministrators: [] }
  const accounts = await lockAccounts(tx, await loadSiteAdministrators(tx))
  const project = await lockProject(tx, id)
  const administrators = await loadSiteAdministrators(tx)
  return { project, siteAdministrators: administrators.flatMap((user) => accounts.get(user)?.user ?? []) }
}
