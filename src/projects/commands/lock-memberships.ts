import type { User } from '../../accounts/model/user.ts'
import { reloadCaller } from '../../accounts/store/accounts.ts'
import { loadSiteAdministrators } from '../../accounts/store/site-administrators.ts'
import { lockAccounts } from '../../accounts/store/users.ts'
import type { Tx } from '../../database/db/db.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { ADMINISTRATION_PROJECT, type ProjectId } from '../../kit/values/ids.ts'
import type { Project } from '../model/project.ts'
import { lockProject } from '../store/projects.ts'

interface LockedMemberships {
  readonly project: Project | undefined
  /** Empty in other projects than that of the site administration. */
  readonly siteAdministrators: readonly User[]
  /** With the memberships of now: another administrator may have removed them while this transaction waited. */
  readonly caller: Caller
}

/**
 * Locks the memberships of a project until the end of the transaction. In the project of the site administration it
 * locks the accounts of the site administrators first, so that they neither leave nor are deactivated at the same time.
 */
export async function lockMemberships(tx: Tx, caller: Caller, id: ProjectId): Promise<LockedMemberships> {
  if (id !== ADMINISTRATION_PROJECT) {
    const project = await lockProject(tx, id)
    return { project, siteAdministrators: [], caller: await reloadCaller(tx, caller) }
  }
  const accounts = await lockAccounts(tx, await loadSiteAdministrators(tx))
  const project = await lockProject(tx, id)
  const administrators = await loadSiteAdministrators(tx)
  const siteAdministrators = administrators.flatMap((user) => accounts.get(user)?.user ?? [])
  return { project, siteAdministrators, caller: await reloadCaller(tx, caller) }
}
