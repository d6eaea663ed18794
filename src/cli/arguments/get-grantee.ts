import type { Grant } from '../../accounts/model/grant.ts'
import { findGroup, findGroupByName, loadGroupsByName } from '../../accounts/store/groups.ts'
import { findUserByLogin } from '../../accounts/store/users.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import { getNamedProject } from './get-named-project.ts'

/** Returns the user or group for a login, the id of a static group, `project/group`, or a unique group name. */
export async function getGrantee(world: Pick<World, 'db'>, text: string): Promise<Grant['to']> {
  const user = await findUserByLogin(world.db.read, text)
  if (user !== undefined) return { user: user.id }
  return { group: await getGroup(world, text) }
}

async function getGroup(world: Pick<World, 'db'>, text: string): Promise<UserGroupId> {
  const absent = new Refusal('absent', `No account or user group named "${text}"`)
  const slash = text.indexOf('/')
  if (slash >= 0) {
    const project = await getNamedProject(world, text.slice(0, slash))
    const group = await findGroupByName(world.db.read, project.id, text.slice(slash + 1))
    if (group === undefined) throw absent
    return group.id
  }
  if (/^\d{1,15}$/.test(text)) {
    const group = await findGroup(world.db.read, Number(text) as UserGroupId)
    if (group !== undefined) return group.id
  }
  const [group, another] = await loadGroupsByName(world.db.read, text)
  if (group === undefined) throw absent
  if (another !== undefined)
    throw new Refusal('invalid', `Several projects have a group named "${text}". Use project/${text}`)
  return group.id
}
