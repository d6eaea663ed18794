import { group, isStaticGroup } from '../../accounts/model/groups.ts'
import type { User } from '../../accounts/model/user.ts'
import { loadMemberPage } from '../../accounts/store/members.ts'
import { findUserByLogin, loadUsers } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import { mayAdministerProject } from '../policy.ts'
import { getProjectGroup } from './get-user-group.ts'

/** Returns one page of the members of a group ordered by login, with the total (docs/api/user-groups.md §4). */
export async function getGroupMembers(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  text: string,
  query: { readonly limit: number; readonly offset: number; readonly login: string | undefined },
): Promise<{ readonly users: User[]; readonly size: number }> {
  const { id, project } = await getProjectGroup(world, caller, text)
  mayAdministerProject(caller, project, await getSettings(world))
  const only = await findMember(world.db.read, query.login)
  // The other dynamic groups belong to services that do not exist here, so they have no members.
  if (!isStaticGroup(id) && id !== group.members && id !== group.administrators) return { users: [], size: 0 }
  const { ids, size } = await loadMemberPage(world.db.read, { project: project.id, group: id }, query, only)
  const loaded = await loadUsers(world.db.read, ids)
  return { users: ids.flatMap((each) => loaded.get(each) ?? []), size }
}

async function findMember(db: Reader, login: string | undefined): Promise<UserId | undefined> {
  if (login === undefined) return undefined
  const user = await findUserByLogin(db, login)
  if (user === undefined) throw new Refusal('invalid', 'Unable to find user')
  return user.id
}
